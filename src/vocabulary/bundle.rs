//! What the content hash of a bundle knows by name (T-92, T-93).

/// Entries of folders that are met before a bundle is refused, left-out ones included.
pub const MAX_ENTRIES: usize = 100_000;
/// Bytes of all files of a bundle, left-out ones included.
pub const MAX_BYTES: u64 = 16 * 1024 * 1024;
/// Bytes of a path in a bundle: what no system gives.
pub const MAX_PATH_BYTES: usize = 32_767;
/// Folders that are no entries themselves; what is in them counts.
pub const UNMARKED_FOLDERS: &[&[u8]] = &[BYTECODE_FOLDER, b".pytest_cache"];
/// The folder whose compiled files are left out.
pub const BYTECODE_FOLDER: &[u8] = b"__pycache__";
/// The endings of compiled files.
pub const BYTECODE_SUFFIXES: &[&[u8]] = &[b".pyc", b".pyo"];
