//! Which release of Java a class file is made for.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Version {
    pub(super) release: u32,
    /// Whether it has what a later release may have otherwise, or not at all.
    pub(super) has_previews: bool,
}

/// The release after which each has a version of class files of its own: that of Java 12 is 12 more.
const BEFORE_FIRST: u32 = 44;
/// The first release with preview features.
const FIRST_WITH_PREVIEWS: u32 = 12;

impl Version {
    /// `None` where these are no bytes of a class file.
    pub(super) fn of(bytes: &[u8]) -> Option<Self> {
        let &[0xCA, 0xFE, 0xBA, 0xBE, minor_high, minor_low, major_high, major_low] = bytes.first_chunk()?
        else {
            return None;
        };
        let release = u32::from(u16::from_be_bytes([major_high, major_low])).saturating_sub(BEFORE_FIRST);
        let is_marked = u16::from_be_bytes([minor_high, minor_low]) == u16::MAX;
        Some(Self { release, has_previews: is_marked && release >= FIRST_WITH_PREVIEWS })
    }
}
