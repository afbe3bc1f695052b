//! Reading instructions (JVMS 6.5). No length is believed.

/// Stands before or behind an instruction of some code.
#[derive(Debug)]
pub struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
}

type Decoded<T> = Result<T, String>;

/// The cases of a switch, and where the others go.
pub type Cases = (Vec<(i32, u32)>, u32);

impl<'b> Reader<'b> {
    pub fn new(bytes: &'b [u8], at: u32) -> Self {
        Reader { bytes, at: at as usize }
    }

    pub fn place(&self) -> u32 {
        self.at as u32
    }

    /// Where the next instruction begins, if there is one.
    pub fn next_place(&self) -> Option<u32> {
        (self.at < self.bytes.len()).then_some(self.at as u32)
    }

    fn take<const N: usize>(&mut self) -> Decoded<[u8; N]> {
        let bytes = self.bytes.get(self.at..).and_then(|rest| rest.first_chunk::<N>());
        self.at += N;
        bytes.copied().ok_or_else(|| "its code is cut off".to_owned())
    }

    pub fn u8(&mut self) -> Decoded<u8> {
        self.take::<1>().map(|[byte]| byte)
    }

    pub fn u16(&mut self) -> Decoded<u16> {
        self.take().map(u16::from_be_bytes)
    }

    fn i32(&mut self) -> Decoded<i32> {
        self.take().map(i32::from_be_bytes)
    }

    /// The instruction that stands here, without going on.
    pub fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    pub fn target16(&mut self, at: u32) -> Decoded<u32> {
        let offset = self.u16()? as i16;
        place(at, i32::from(offset))
    }

    pub fn target32(&mut self, at: u32) -> Decoded<u32> {
        let offset = self.i32()?;
        place(at, offset)
    }

    /// What stands behind `tableswitch` and `lookupswitch`.
    pub fn switch(&mut self, op: u8, at: u32) -> Decoded<Cases> {
        self.at = self.at.next_multiple_of(4);
        let default = self.target32(at)?;
        let mut cases = Vec::new();
        if op == 170 {
            let (low, high) = (self.i32()?, self.i32()?);
            for key in low..=high {
                cases.push((key, self.target32(at)?));
            }
        } else {
            for _ in 0..self.i32()? {
                let key = self.i32()?;
                cases.push((key, self.target32(at)?));
            }
        }
        Ok((cases, default))
    }

    /// Goes behind an instruction; gives it, and where it may jump.
    pub fn skip(&mut self) -> Decoded<(u8, Vec<u32>)> {
        let at = self.place();
        let op = self.u8()?;
        let length = match op {
            16 | 18 | 21..=25 | 54..=58 | 188 => 1,
            17 | 19 | 20 | 132 | 178..=184 | 187 | 189 | 192 | 193 => 2,
            153..=167 | 198 | 199 => return Ok((op, vec![self.target16(at)?])),
            200 => return Ok((op, vec![self.target32(at)?])),
            170 | 171 => {
                let (cases, default) = self.switch(op, at)?;
                let targets = cases.into_iter().map(|(_, target)| target).chain([default]);
                return Ok((op, targets.collect()));
            }
            185 | 186 => 4,
            196 => {
                let wide = self.u8()?;
                if wide == 132 { 4 } else { 2 }
            }
            197 => 3,
            0..=202 => 0,
            _ => return Err(format!("the instruction {op}")),
        };
        self.at += length;
        Ok((op, Vec::new()))
    }
}

fn place(at: u32, offset: i32) -> Decoded<u32> {
    at.checked_add_signed(offset).ok_or_else(|| "a jump out of its code".to_owned())
}
