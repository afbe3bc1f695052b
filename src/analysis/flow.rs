//! A bare directed graph with a root, and the dominators of its vertices by the algorithm of Cooper, Harvey and
//! Kennedy ("A Simple, Fast Dominance Algorithm"), which holds for irreducible graphs too. A graph and its
//! reverse, whole or in part, become one of these.

/// Vertices are numbered from 0.
#[derive(Debug)]
pub(super) struct Flow {
    pub root: usize,
    pub successors: Vec<Vec<usize>>,
    pub predecessors: Vec<Vec<usize>>,
}

impl Flow {
    pub(super) fn new(root: usize, vertices: usize, edges: impl Iterator<Item = (usize, usize)>) -> Self {
        let mut flow =
            Self { root, successors: vec![Vec::new(); vertices], predecessors: vec![Vec::new(); vertices] };
        for (from, to) in edges {
            flow.successors[from].push(to);
            flow.predecessors[to].push(from);
        }
        flow
    }

    /// The vertices that the root reaches, each behind those that it reaches first.
    pub(super) fn reverse_postorder(&self) -> Vec<usize> {
        let mut seen = vec![false; self.successors.len()];
        let mut order = Vec::new();
        let mut stack = vec![(self.root, 0)];
        seen[self.root] = true;
        while let Some((vertex, next)) = stack.last_mut() {
            match self.successors[*vertex].get(*next) {
                Some(&to) => {
                    *next += 1;
                    if !std::mem::replace(&mut seen[to], true) {
                        stack.push((to, 0));
                    }
                }
                None => {
                    order.push(*vertex);
                    stack.pop();
                }
            }
        }
        order.reverse();
        order
    }
}

/// The dominator tree of the vertices that the root reaches.
#[derive(Debug)]
pub(super) struct DominatorTree {
    /// The root's is the root. `None` for what the root does not reach.
    parent: Vec<Option<usize>>,
    /// When a walk of the tree comes to a vertex and when it leaves it for good.
    span: Vec<(u32, u32)>,
    root: usize,
}

impl DominatorTree {
    pub(super) fn new(flow: &Flow) -> Self {
        let order = flow.reverse_postorder();
        let mut position = vec![usize::MAX; flow.successors.len()];
        for (i, &vertex) in order.iter().enumerate() {
            position[vertex] = i;
        }
        let mut parent = vec![None; flow.successors.len()];
        parent[flow.root] = Some(flow.root);
        let mut changed = true;
        while changed {
            changed = false;
            for &vertex in &order[1..] {
                let mut best = None;
                for &from in &flow.predecessors[vertex] {
                    if parent[from].is_some() {
                        best = Some(best.map_or(from, |b| meet(&parent, &position, b, from)));
                    }
                }
                if parent[vertex] != best {
                    parent[vertex] = best;
                    changed = true;
                }
            }
        }
        let span = spans(&parent, &order, flow.root);
        Self { parent, span, root: flow.root }
    }

    pub(super) fn is_reached(&self, vertex: usize) -> bool {
        self.parent[vertex].is_some()
    }

    /// The closest strict dominator.
    pub(super) fn immediate(&self, vertex: usize) -> Option<usize> {
        self.parent[vertex].filter(|_| vertex != self.root)
    }

    /// Every vertex dominates itself; what is not reached dominates and is dominated by nothing.
    pub(super) fn dominates(&self, a: usize, b: usize) -> bool {
        self.is_reached(a)
            && self.is_reached(b)
            && self.span[a].0 <= self.span[b].0
            && self.span[b].1 <= self.span[a].1
    }
}

fn meet(parent: &[Option<usize>], position: &[usize], mut a: usize, mut b: usize) -> usize {
    let up = |vertex: usize| parent[vertex].expect("only vertices with a parent are met");
    while a != b {
        while position[a] > position[b] {
            a = up(a);
        }
        while position[b] > position[a] {
            b = up(b);
        }
    }
    a
}

fn spans(parent: &[Option<usize>], order: &[usize], root: usize) -> Vec<(u32, u32)> {
    let mut children = vec![Vec::new(); parent.len()];
    for &vertex in order.iter().filter(|&&v| v != root) {
        if let Some(above) = parent[vertex] {
            children[above].push(vertex);
        }
    }
    let mut span = vec![(0, 0); parent.len()];
    let (mut clock, mut stack) = (1, vec![(root, 0)]);
    span[root].0 = 0;
    while let Some((vertex, next)) = stack.last_mut() {
        if let Some(&child) = children[*vertex].get(*next) {
            *next += 1;
            span[child].0 = clock;
            stack.push((child, 0));
        } else {
            span[*vertex].1 = clock;
            stack.pop();
        }
        clock += 1;
    }
    span
}
