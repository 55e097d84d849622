//! The two resident buffers, the only state of the crate's face.

// Only for `thread_local!`, the safe home of state; the allocator comes with it anyway.
extern crate std;

use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;

use crate::json::{Limits, write_json};
use crate::vocabulary::limits::MAX_CAPTURE_BYTES;
use wasm_bindgen::prelude::wasm_bindgen;

/// What an input buffer may keep between calls; a larger one is given back by the next smaller call.
const KEEP: usize = 1 << 20;

/// How many times its input a large call works with, about: what is parsed, claimed and found.
const ROOM: usize = 8;

std::thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// What a call answers: some text, and facts that need none.
#[derive(Debug, Default)]
pub(super) struct Answer {
    /// The text; stays empty where the facts say it all.
    pub text: Vec<u8>,
    /// The yes of a yes-or-no question.
    pub yes: bool,
    /// There is no answer: `null`.
    pub null: bool,
    /// The text is JSON where it might also be a bare one.
    pub packed: bool,
}

impl Answer {
    /// `null`.
    pub fn null() -> Self {
        Self {
            null: true,
            ..Self::default()
        }
    }

    /// A text, or `null`.
    pub fn text(text: Option<String>) -> Self {
        match text {
            Some(text) => Self {
                text: text.into_bytes(),
                ..Self::default()
            },
            None => Self::null(),
        }
    }

    /// A truth value.
    pub fn yes(yes: bool) -> Self {
        Self {
            yes,
            ..Self::default()
        }
    }

    /// Much JSON.
    pub fn data(json: String) -> Self {
        Self {
            text: narrow(json),
            ..Self::default()
        }
    }

    /// Plain data as JSON.
    pub fn json(data: &impl serde::Serialize) -> Self {
        let mut answer = Self::default();
        write_json(&mut answer.text, data);
        answer
    }

    /// Puts the text into the output buffer; its length and the facts come back in one number.
    fn hand_over(self) -> u32 {
        const YES: u32 = 1 << 28;
        const WIDE: u32 = 1 << 29;
        const NULL: u32 = 1 << 30;
        const PACKED: u32 = 1 << 31;
        let bit = |is: bool, bit: u32| if is { bit } else { 0 };
        let Some(length) = u32::try_from(self.text.len()).ok().filter(|it| *it < YES) else {
            // Only a registry of a hundred thousand capabilities is so large.
            OUTPUT.with(|output| output.replace(Vec::new()));
            return YES | NULL;
        };
        let facts = bit(self.yes, YES)
            | bit(!self.text.is_ascii(), WIDE)
            | bit(self.null, NULL)
            | bit(self.packed, PACKED);
        OUTPUT.with(|output| output.replace(self.text));
        length | facts
    }
}

/// JSON with the little that is beyond ASCII written as escapes: V8 reads and parses text of one byte a character in two
/// thirds of the time.
fn narrow(json: String) -> Vec<u8> {
    const STRIDE: usize = 256;
    let bytes = json.as_bytes();
    let most = bytes.len() + bytes.len() / 16;
    let mut out = Vec::with_capacity(most);
    let mut at = 0;
    while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
        let stride = rest.get(..STRIDE).unwrap_or(rest);
        if stride.is_ascii() {
            out.extend_from_slice(stride);
            at += stride.len();
            continue;
        }
        let Some(character) = json.get(at..).and_then(|rest| rest.chars().next()) else {
            return json.into_bytes();
        };
        at += character.len_utf8();
        if character.is_ascii() {
            out.push(character as u8);
        } else {
            for unit in character.encode_utf16(&mut [0; 2]) {
                out.extend_from_slice(b"\\u");
                for shift in [12, 8, 4, 0] {
                    let digit = u32::from(*unit) >> shift & 0xf;
                    out.push(char::from_digit(digit, 16).map_or(b'0', |it| it as u8));
                }
            }
            if out.len() > most {
                return json.into_bytes();
            }
        }
    }
    out
}

/// Makes room for an input of `length` bytes and tells its offset.
#[wasm_bindgen]
#[must_use]
pub fn reserve(length: usize) -> usize {
    INPUT.with(|input| {
        let mut input = input.borrow_mut();
        if input.len() > KEEP && length <= KEEP {
            *input = Vec::new();
        }
        if input.len() < length {
            // Nothing in the old one is wanted: no copy.
            *input = Vec::new();
            let room = if length > KEEP {
                grow_at_once(length.saturating_mul(ROOM));
                length
            } else {
                length.next_power_of_two().max(4096)
            };
            *input = alloc::vec![0; room];
        }
        input.as_ptr() as usize
    })
}

/// Takes memory from the platform in one piece and gives it to the allocator, which keeps it. Else the allocator would take
/// it in thousands of small ones, after each of which JavaScript engines account for all of it, and collect garbage.
/// Untouched it costs nothing; without it the allocator goes its usual way.
fn grow_at_once(bytes: usize) {
    let mut room = Vec::<u8>::new();
    let _taken = room.try_reserve_exact(bytes);
    drop(core::hint::black_box(room));
}

/// Where the last answer's text begins.
#[wasm_bindgen]
#[must_use]
pub fn output() -> usize {
    OUTPUT.with(|output| output.borrow().as_ptr() as usize)
}

/// Bytes of text, or of a snapshot, that a call takes.
#[wasm_bindgen]
#[must_use]
pub fn max_bytes() -> usize {
    Limits::MANIFEST.bytes
}

/// Bytes of a snapshot of long texts, such as the sections of a prompt or what a tool printed: twice what is captured,
/// and room around it.
#[wasm_bindgen]
#[must_use]
pub fn max_long_bytes() -> usize {
    3 * MAX_CAPTURE_BYTES
}

/// Nested containers that a manifest may have.
#[wasm_bindgen]
#[must_use]
pub fn max_depth() -> u32 {
    Limits::MANIFEST.depth
}

/// Lets `work` read the first `length` bytes of the input and hands its answer over.
pub(super) fn call(length: usize, work: impl Fn(&[u8]) -> Answer) -> u32 {
    answer(length, &work)
}

/// One piece of code for all calls.
#[inline(never)]
fn answer(length: usize, work: &dyn Fn(&[u8]) -> Answer) -> u32 {
    let answer = INPUT.with(|input| {
        let input = input.borrow();
        work(input.get(..length).unwrap_or_default())
    });
    answer.hand_over()
}
