//! `switch`, as statement and as expression.

use crate::exec::code::{Instruction, Register, SwitchTable};
use crate::exec::lower::emit::Label;
use crate::exec::lower::{Context, Key, Lowerer};
use crate::jvm::value::JavaString;
use crate::sema::program::FieldId;
use crate::sema::typed_tree::{ExprId, Switch, SwitchKey};
use crate::sema::types::Ty;

impl Lowerer<'_> {
    /// Lowers a switch; `result` is where a switch expression leaves its value.
    pub(super) fn switch(&mut self, switch: &Switch, key: Key, result: Option<Register>) {
        let end = self.label();
        let labels: Vec<Label> = switch.groups.iter().map(|_| self.label()).collect();
        let default = switch.groups.iter().position(|group| group.has_default);
        let missing = self.label();
        let default = default.map_or(missing, |index| labels[index]);

        let mark = self.registers.mark();
        let selector = self.value(switch.selector);
        self.select(selector, switch, &labels, default);
        self.registers.release(mark);

        self.contexts.push(match result {
            Some(result) => Context::Yieldable { key, end, result },
            None => Context::Breakable { key, end, next: None },
        });
        for (group, label) in switch.groups.iter().zip(labels) {
            self.bind(label);
            for &stmt in &group.body {
                self.statement(stmt);
            }
            if switch.arrows {
                self.emit(Instruction::Jump { target: end });
            }
        }
        self.contexts.pop();
        if result.is_some() {
            // Only a class that changed since compilation leads here.
            self.emit(Instruction::Jump { target: end });
            self.bind(missing);
            self.unsupported("a switch expression without a matching case");
        } else {
            self.bind(missing);
        }
        self.bind(end);
    }

    fn select(&mut self, selector: Register, switch: &Switch, labels: &[Label], default: Label) {
        let keys = || {
            switch.groups.iter().zip(labels).flat_map(|(g, &label)| g.keys.iter().map(move |k| (k, label)))
        };
        if self.ty(switch.selector).primitive().is_some() {
            let cases = keys().filter_map(|(key, label)| match key {
                SwitchKey::Int(value) => Some((*value, label)),
                _ => None,
            });
            return self.select_int(selector, cases.collect(), default);
        }
        self.emit(Instruction::NullCheck { a: selector });
        if self.ty(switch.selector) == Ty::Class(self.surroundings.program.well_known.string) {
            let mut cases: Vec<(JavaString, Label)> = keys()
                .filter_map(|(key, label)| match key {
                    SwitchKey::String(text) => Some((text.clone(), label)),
                    _ => None,
                })
                .collect();
            cases.sort();
            let index = self.code.string_switches.len() as u32;
            self.code.string_switches.push(SwitchTable { cases, default });
            return self.emit(Instruction::StringSwitch { a: selector, index });
        }
        let cases = keys().filter_map(|(key, label)| match key {
            SwitchKey::Enum(constant) => Some((self.number_of(*constant)?, label)),
            _ => None,
        });
        let cases = cases.collect();
        let Some(slot) = self.enum_slot("ordinal") else { return self.unsupported("a switch on an enum") };
        let ordinal = self.registers.temporary(false);
        self.emit(Instruction::GetField { dst: ordinal, object: selector, slot });
        self.select_int(ordinal, cases, default);
    }

    fn select_int(&mut self, a: Register, mut cases: Vec<(i32, Label)>, default: Label) {
        cases.sort_unstable();
        let index = self.code.switches.len() as u32;
        self.code.switches.push(SwitchTable { cases, default });
        self.emit(Instruction::Switch { a, index });
    }

    fn number_of(&self, constant: FieldId) -> Option<i32> {
        let program = self.surroundings.program;
        let constants = &program.classes[program.fields[constant].class].constants;
        constants.iter().position(|&c| c == constant).map(|number| number as i32)
    }

    pub(super) fn yield_value(&mut self, target: ExprId, value: ExprId) {
        let key = self.yield_key(target);
        let found = self.contexts.iter().rposition(|context| match context {
            Context::Yieldable { key: k, .. } => *k == key,
            _ => false,
        });
        let Some((depth, &Context::Yieldable { end, result, .. })) = found.map(|i| (i, &self.contexts[i]))
        else {
            return self.unsupported("a yield outside its switch");
        };
        self.into(value, result);
        self.leave(depth);
        self.emit(Instruction::Jump { target: end });
    }
}
