//! A circuit: gates over earlier gates, each built once and none that is a constant.

use std::ops::Not;

use rustc_hash::FxHashMap;

/// The output of a gate, or its negation: the gate's number, and the negation in the lowest bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Wire(u32);

impl Wire {
    pub(super) const FALSE: Self = Self(0);
    pub(super) const TRUE: Self = Self(1);

    /// The output of the gate with this number.
    pub(super) const fn of(gate: usize) -> Self {
        Self((gate as u32) << 1)
    }

    pub(super) const fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(super) const fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    pub(super) const fn constant(value: bool) -> Self {
        if value { Self::TRUE } else { Self::FALSE }
    }

    const fn negated_if(self, condition: bool) -> Self {
        Self(self.0 ^ condition as u32)
    }

    /// Without its negation.
    const fn plain(self) -> Self {
        Self(self.0 & !1)
    }
}

impl Not for Wire {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Gate {
    /// The gate with number 0.
    False,
    Input,
    And(Wire, Wire),
    Xor(Wire, Wire),
    /// The second where the first holds, the third where not.
    Choice(Wire, Wire, Wire),
    Majority(Wire, Wire, Wire),
}

#[derive(Clone, Debug)]
pub(super) struct Circuit {
    gates: Vec<Gate>,
    known: FxHashMap<Gate, Wire>,
}

impl Circuit {
    pub(super) fn new() -> Self {
        Self { gates: vec![Gate::False], known: FxHashMap::default() }
    }

    pub(super) fn len(&self) -> usize {
        self.gates.len()
    }

    pub(super) fn gate(&self, wire: Wire) -> Gate {
        self.gates[wire.gate()]
    }

    pub(super) fn input(&mut self) -> Wire {
        self.gates.push(Gate::Input);
        Wire::of(self.gates.len() - 1)
    }

    fn add(&mut self, gate: Gate) -> Wire {
        if let Some(&wire) = self.known.get(&gate) {
            return wire;
        }
        self.gates.push(gate);
        let wire = Wire::of(self.gates.len() - 1);
        self.known.insert(gate, wire);
        wire
    }

    pub(super) fn and(&mut self, a: Wire, b: Wire) -> Wire {
        let (a, b) = (a.min(b), a.max(b));
        if a == Wire::FALSE || a == !b {
            return Wire::FALSE;
        }
        if a == Wire::TRUE || a == b {
            return b;
        }
        self.absorbed(a, b).or_else(|| self.absorbed(b, a)).unwrap_or_else(|| self.add(Gate::And(a, b)))
    }

    /// The conjunction, where the first is one that the second stands in.
    fn absorbed(&self, whole: Wire, part: Wire) -> Option<Wire> {
        let Gate::And(a, b) = self.gate(whole) else { return None };
        let has = |wire| a == wire || b == wire;
        match whole.is_negated() {
            false if has(part) => Some(whole),
            false if has(!part) => Some(Wire::FALSE),
            true if has(!part) => Some(part),
            _ => None,
        }
    }

    pub(super) fn or(&mut self, a: Wire, b: Wire) -> Wire {
        !self.and(!a, !b)
    }

    pub(super) fn xor(&mut self, a: Wire, b: Wire) -> Wire {
        let is_negated = a.is_negated() ^ b.is_negated();
        let (a, b) = (a.plain().min(b.plain()), a.plain().max(b.plain()));
        let wire = if a == Wire::FALSE {
            b
        } else if a == b {
            Wire::FALSE
        } else {
            self.cancelled(a, b).or_else(|| self.cancelled(b, a)).unwrap_or_else(|| self.add(Gate::Xor(a, b)))
        };
        wire.negated_if(is_negated)
    }

    /// The difference, where the first is one that the second stands in.
    fn cancelled(&self, whole: Wire, part: Wire) -> Option<Wire> {
        match self.gate(whole) {
            Gate::Xor(a, b) if a == part => Some(b),
            Gate::Xor(a, b) if b == part => Some(a),
            _ => None,
        }
    }

    pub(super) fn same(&mut self, a: Wire, b: Wire) -> Wire {
        !self.xor(a, b)
    }

    pub(super) fn choice(&mut self, condition: Wire, then: Wire, otherwise: Wire) -> Wire {
        if condition.is_negated() {
            return self.choice(!condition, otherwise, then);
        }
        let (c, a, b) = (condition, then, otherwise);
        if c == Wire::FALSE || a == b {
            return b;
        }
        if a == !b {
            return self.xor(c, b);
        }
        if a == Wire::TRUE || a == c {
            return self.or(c, b);
        }
        if a == Wire::FALSE || a == !c {
            return self.and(!c, b);
        }
        if b == Wire::TRUE || b == !c {
            return self.or(!c, a);
        }
        if b == Wire::FALSE || b == c {
            return self.and(c, a);
        }
        let is_negated = a.is_negated();
        let wire = self.add(Gate::Choice(c, a.negated_if(is_negated), b.negated_if(is_negated)));
        wire.negated_if(is_negated)
    }

    /// What at least two of them are.
    pub(super) fn majority(&mut self, a: Wire, b: Wire, c: Wire) -> Wire {
        let mut wires = [a, b, c];
        wires.sort_unstable();
        // Constants come first, and a wire stands beside its negation.
        let [a, b, c] = wires;
        if a == b || b == !c {
            return a;
        }
        if b == c || a == !b {
            return c;
        }
        match a {
            Wire::FALSE => self.and(b, c),
            Wire::TRUE => self.or(b, c),
            _ => {
                let is_negated = a.is_negated();
                let gate = [a, b, c].map(|wire| wire.negated_if(is_negated));
                self.add(Gate::Majority(gate[0], gate[1], gate[2])).negated_if(is_negated)
            }
        }
    }
}
