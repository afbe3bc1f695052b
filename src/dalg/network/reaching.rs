//! Which definition each variable has at a place, by slot. A place has what the one before it has, but for what it defines: so the
//! slots come in blocks that places share, and a place costs its own blocks and a list of the others. (With an array each, the
//! network of a driver of ten thousand nodes and as many variables took gigabytes.)

use std::rc::Rc;

use crate::dalg::network::DefId;

/// The slots of a block: about the root of what large drivers have.
const BLOCK: usize = 64;

type Block = [Option<DefId>; BLOCK];

#[derive(Clone, Debug, Default)]
pub(super) struct ReachingDefs {
    blocks: Rc<Vec<Rc<Block>>>,
}

impl ReachingDefs {
    pub(super) fn get(&self, slot: usize) -> Option<DefId> {
        self.blocks.get(slot / BLOCK)?[slot % BLOCK]
    }

    pub(super) fn set(&mut self, slot: usize, def: Option<DefId>) {
        let blocks = Rc::make_mut(&mut self.blocks);
        while blocks.len() <= slot / BLOCK {
            blocks.push(Rc::new([None; BLOCK]));
        }
        Rc::make_mut(&mut blocks[slot / BLOCK])[slot % BLOCK] = def;
    }

    /// The slots that may not hold the same in all of them, in order.
    pub(super) fn different(all: &[Self]) -> Vec<usize> {
        let Some((first, others)) = all.split_first() else { return Vec::new() };
        if others.iter().all(|other| Rc::ptr_eq(&first.blocks, &other.blocks)) {
            return Vec::new();
        }
        let blocks = all.iter().map(|defs| defs.blocks.len()).max().unwrap_or(0);
        let is_shared = |block: &usize| {
            let same = |other: &Self| match (first.blocks.get(*block), other.blocks.get(*block)) {
                (Some(one), Some(other)) => Rc::ptr_eq(one, other),
                _ => false,
            };
            others.iter().all(same)
        };
        let slots = (0..blocks).filter(|block| !is_shared(block));
        slots.flat_map(|block| block * BLOCK..(block + 1) * BLOCK).collect()
    }
}
