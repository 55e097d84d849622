//! The content hash of a bundle: limits, refusals, the frame against a model of it, and what holds whatever the order
//! (T-90 … T-95, TB-16).
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // tests

use std::collections::{BTreeMap, BTreeSet};

use gsd_lanes::trust::bundle::{
    Bundle, BundleProblem, EntryKind, Frame, Listing, archive_integrity, content_hash,
    recorded_integrity,
};
use gsd_lanes::trust::policy::SpecKind;
use proptest::prelude::*;
use sha2::{Digest, Sha512};

fn hash(
    files: &[(&str, &str)],
    folders: &[&str],
) -> Result<String, (BundleProblem, Option<String>)> {
    let bundle = Bundle {
        root_name: b"root",
        files: files
            .iter()
            .map(|(path, text)| (path.as_bytes(), text.as_bytes()))
            .collect(),
        folders: folders.iter().map(|path| path.as_bytes()).collect(),
    };
    content_hash(&bundle).map_err(|(problem, path)| {
        (
            problem,
            path.map(|it| String::from_utf8_lossy(it).into_owned()),
        )
    })
}

fn problem(files: &[(&str, &str)], folders: &[&str]) -> BundleProblem {
    hash(files, folders).unwrap_err().0
}

/// The frame as T-94 describes it, hashed as a whole.
fn model(
    root_name: &[u8],
    files: &BTreeMap<Vec<u8>, Vec<u8>>,
    folders: &BTreeSet<Vec<u8>>,
) -> String {
    let mut entries: BTreeMap<Vec<u8>, Option<&Vec<u8>>> = BTreeMap::new();
    let mut all_folders = folders.clone();
    for path in files.keys().chain(folders) {
        for (at, byte) in path.iter().enumerate() {
            if *byte == b'/' {
                all_folders.insert(path[..at].to_vec());
            }
        }
    }
    let name = |path: &[u8]| path.rsplit(|byte| *byte == b'/').next().unwrap().to_vec();
    for folder in all_folders {
        if !["__pycache__", ".pytest_cache"]
            .map(str::as_bytes)
            .contains(&&*name(&folder))
        {
            entries.insert(folder, None);
        }
    }
    for (path, content) in files {
        let segments: Vec<&[u8]> = path.split(|byte| *byte == b'/').collect();
        let parent = segments.iter().rev().nth(1).copied().unwrap_or(root_name);
        let compiled = path.ends_with(b".pyc") || path.ends_with(b".pyo");
        if !(compiled && parent == b"__pycache__") {
            entries.insert(path.clone(), Some(content));
        }
    }
    let mut frame = (entries.len() as u64).to_be_bytes().to_vec();
    for (path, content) in entries {
        frame.push(if content.is_some() { 1 } else { 2 });
        frame.extend(u32::try_from(path.len()).unwrap().to_be_bytes());
        frame.extend(&path);
        if let Some(content) = content {
            frame.extend((content.len() as u64).to_be_bytes());
            frame.extend(content);
        }
    }
    let digest = Sha512::digest(&frame);
    let mut out = String::from("sha512-");
    let alphabet: Vec<char> = ('A'..='Z')
        .chain('a'..='z')
        .chain('0'..='9')
        .chain(['+', '/'])
        .collect();
    let bits: Vec<bool> = digest
        .iter()
        .flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1 == 1))
        .collect();
    for group in bits.chunks(6) {
        let value = (0..6).fold(0, |sum, at| {
            sum << 1 | usize::from(group.get(at) == Some(&true))
        });
        out.push(alphabet[value]);
    }
    out + "=="
}

#[test]
fn t_90_the_form_of_the_result() {
    let hash = hash(&[], &[]).unwrap();
    assert_eq!(hash.len(), "sha512-".len() + 88);
    assert!(hash.ends_with("=="));
}

#[test]
fn t_93_limits_at_the_edge_and_one_beyond() {
    let listed = |entries: usize, kind: EntryKind| -> Result<(), BundleProblem> {
        let mut listing = Listing::begin(&b"r"[..], EntryKind::Folder).unwrap();
        for entry in 0..entries {
            listing.add(format!("__pycache__/{entry}.pyc").into_bytes(), kind)?;
        }
        Ok(())
    };
    // What is left out counts.
    assert_eq!(listed(100_000, EntryKind::File(0)), Ok(()));
    assert_eq!(
        listed(100_001, EntryKind::File(0)),
        Err(BundleProblem::TooManyEntries)
    );
    assert_eq!(listed(1, EntryKind::File(16_777_216)), Ok(()));
    assert_eq!(
        listed(1, EntryKind::File(16_777_217)),
        Err(BundleProblem::TooLarge)
    );
    assert_eq!(listed(2, EntryKind::File(8_388_608)), Ok(()));
    assert_eq!(
        listed(3, EntryKind::File(u64::MAX)),
        Err(BundleProblem::TooLarge)
    );
    let big = vec![0_u8; 16_777_217];
    let bundle = |content| Bundle {
        files: vec![(&b"a"[..], content)],
        ..Bundle::default()
    };
    assert_eq!(
        content_hash(&bundle(&big)),
        Err((BundleProblem::TooLarge, Some(&b"a"[..])))
    );
}

#[test]
fn t_91_neither_file_nor_folder_is_refused() {
    let mut listing = Listing::begin(&b"r"[..], EntryKind::Folder).unwrap();
    assert_eq!(
        listing.add(&b"link"[..], EntryKind::Other),
        Err(BundleProblem::NotPlain)
    );
}

#[test]
fn tb_16_a_root_that_is_a_link_is_refused() {
    for kind in [EntryKind::Other, EntryKind::File(1)] {
        assert_eq!(
            Listing::begin(&b"r"[..], kind).unwrap_err(),
            BundleProblem::NotPlain
        );
    }
}

#[test]
fn tb_16_a_size_that_changes_before_the_read_fails() {
    let frame = || -> Frame<'static> {
        let mut listing = Listing::begin(&b"r"[..], EntryKind::Folder).unwrap();
        listing.add(&b"a"[..], EntryKind::File(3)).unwrap();
        listing.seal().unwrap()
    };
    let mut longer = frame();
    longer.take(b"ab").unwrap();
    assert_eq!(longer.take(b"cd"), Err(BundleProblem::Changed));
    let mut shorter = frame();
    shorter.take(b"ab").unwrap();
    assert_eq!(shorter.end_file(), Err(BundleProblem::Changed));
    assert_eq!(frame().finish(), Err(BundleProblem::Changed));
    let mut right = frame();
    assert_eq!(right.wanted(), Some((0, &b"a"[..], 3)));
    right.take(b"a").unwrap();
    right.take(b"").unwrap();
    right.take(b"bc").unwrap();
    right.end_file().unwrap();
    assert_eq!(right.wanted(), None);
    assert_eq!(right.end_file(), Err(BundleProblem::Changed));
    assert_eq!(right.finish().unwrap(), hash(&[("a", "abc")], &[]).unwrap());
}

#[test]
fn t_95_what_no_walk_gives_is_no_bundle() {
    for path in [
        "",
        "/a",
        "a/",
        "a//b",
        ".",
        "./a",
        "a/.",
        "..",
        "../a",
        "a/../b",
        &"a".repeat(40_000),
    ] {
        assert_eq!(
            problem(&[(path, "")], &[]),
            BundleProblem::BadPath,
            "{path}"
        );
        assert_eq!(problem(&[], &[path]), BundleProblem::BadPath, "{path}");
    }
    for path in ["...", "a b", ".a", "a\\..\\b", "C:", "\u{0}", "a.b/..c"] {
        assert!(hash(&[(path, "")], &[]).is_ok(), "{path}");
    }
    assert_eq!(problem(&[("a", ""), ("a", "")], &[]), BundleProblem::Clash);
    assert_eq!(
        problem(&[("a", ""), ("a/b", "")], &[]),
        BundleProblem::Clash
    );
    assert_eq!(problem(&[("a", "")], &["a"]), BundleProblem::Clash);
    // A folder may be named and meant more than once.
    assert_eq!(hash(&[("a/b", "")], &["a", "a"]), hash(&[("a/b", "")], &[]));
}

#[test]
fn t_94_names_are_bytes_and_never_text() {
    let one = |path: &[u8]| {
        content_hash(&Bundle {
            files: vec![(path, &b""[..])],
            ..Bundle::default()
        })
        .unwrap()
    };
    // Composed and decomposed, well-formed and not.
    let names: [&[u8]; 5] = [
        "\u{e9}".as_bytes(),
        "e\u{301}".as_bytes(),
        b"\xE9",
        b"\xFF",
        b"\xED\xA0\x80",
    ];
    let hashes: BTreeSet<String> = names.into_iter().map(one).collect();
    assert_eq!(hashes.len(), names.len());
}

#[test]
fn t_96_the_integrity_of_an_archive() {
    // The digest of nothing is well known.
    let nothing = "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==";
    assert_eq!(archive_integrity(b""), nothing);
    assert_ne!(archive_integrity(b"x"), nothing);
    for kind in [SpecKind::Local, SpecKind::Git] {
        assert_eq!(recorded_integrity(kind, nothing), None);
        assert_eq!(recorded_integrity(kind, ""), Some(""));
    }
    for kind in [SpecKind::Npm, SpecKind::Tarball, SpecKind::Registry] {
        assert_eq!(recorded_integrity(kind, nothing), Some(nothing));
    }
}

#[test]
fn deep_paths_take_no_more_than_they_are() {
    let deep = vec!["d"; 1_000].join("/");
    let files: Vec<(String, String)> = (0..20)
        .map(|it| (format!("{deep}/{it}"), String::new()))
        .collect();
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(path, text)| (&**path, &**text))
        .collect();
    assert!(hash(&files, &[]).is_ok());
}

fn segment() -> impl Strategy<Value = Vec<u8>> {
    let names = [
        "a",
        "b",
        "a-b",
        "a.txt",
        "a0",
        "__pycache__",
        ".pytest_cache",
        "x.pyc",
        "x.pyo",
        "x.PYC",
        ".pyc",
        "é",
    ];
    prop_oneof![
        8 => prop::sample::select(names.to_vec()).prop_map(|name| name.as_bytes().to_vec()),
        1 => prop::collection::vec(prop::num::u8::ANY.prop_filter("no slash", |it| ![0, b'/', b'.'].contains(it)), 1..4),
    ]
}

fn path() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(segment(), 1..4).prop_map(|segments| segments.join(&b'/'))
}

proptest! {
    #[test]
    fn it_is_the_frame_whatever_the_order(
        files in prop::collection::btree_map(path(), prop::collection::vec(any::<u8>(), 0..40), 0..8),
        folders in prop::collection::btree_set(path(), 0..3),
        root_name in segment(),
        piece in 1..20_usize,
        seed in any::<u64>(),
    ) {
        let mut shuffled: Vec<(&[u8], &[u8])> = files.iter().map(|(path, content)| (&**path, &**content)).collect();
        shuffled.sort_by_key(|(path, _)| path.iter().fold(seed, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(*byte))));
        let bundle = Bundle {
            root_name: &root_name,
            files: shuffled.clone(),
            folders: folders.iter().map(|path| &**path).collect(),
        };
        let below = |folder: &[u8]| {
            let mut prefix = folder.to_vec();
            prefix.push(b'/');
            files.keys().chain(&folders).any(|path| path.starts_with(&prefix)) || folders.contains(folder)
        };
        let clash = files.keys().any(|path| below(path));
        let Ok(hash) = content_hash(&bundle) else {
            // Left-out files clash with nothing in the frame, so this goes one way only.
            prop_assert!(clash);
            return Ok(());
        };
        if !clash {
            prop_assert_eq!(&hash, &model(&root_name, &files, &folders));
        }
        // A walker that reads in pieces comes to the same.
        let mut listing = Listing::begin(&*root_name, EntryKind::Folder).unwrap();
        let mut all: BTreeSet<Vec<u8>> = folders.clone();
        for path in files.keys().chain(&folders) {
            all.extend(path.iter().enumerate().filter(|(_, byte)| **byte == b'/').map(|(at, _)| path[..at].to_vec()));
        }
        for (path, content) in &shuffled {
            listing.add(*path, EntryKind::File(content.len() as u64)).unwrap();
        }
        for folder in &all {
            listing.add(&**folder, EntryKind::Folder).unwrap();
        }
        let mut frame = listing.seal().unwrap();
        while let Some((place, path, size)) = frame.wanted() {
            let (known, content) = shuffled[place];
            prop_assert_eq!(path, known);
            prop_assert_eq!(size, content.len() as u64);
            for piece in content.chunks(piece) {
                frame.take(piece).unwrap();
            }
            frame.end_file().unwrap();
        }
        prop_assert_eq!(frame.finish().unwrap(), hash);
    }

    #[test]
    fn one_byte_more_or_other_is_another_hash(
        content in prop::collection::vec(any::<u8>(), 1..40), at in any::<prop::sample::Index>(), flip in 1..=255_u8,
    ) {
        let of = |content: &[u8]| content_hash(&Bundle { files: vec![(&b"a"[..], content)], ..Bundle::default() }).unwrap();
        let mut other = content.clone();
        other[at.index(content.len())] ^= flip;
        prop_assert_ne!(of(&content), of(&other));
        prop_assert_ne!(of(&content), of(&content[1..]));
    }
}

#[test]
fn problems_have_names_of_their_own() {
    let all = [
        BundleProblem::NotPlain,
        BundleProblem::TooManyEntries,
        BundleProblem::TooLarge,
        BundleProblem::BadPath,
        BundleProblem::Clash,
        BundleProblem::Changed,
    ];
    let names = all.map(BundleProblem::as_str);
    let wanted = [
        "not-plain",
        "too-many-entries",
        "too-large",
        "bad-path",
        "clash",
        "changed",
    ];
    assert_eq!(names, wanted);
}
