//! What the system lets this process use, as the kernel tells it.
//!
//! A container (a control group) may use so much memory, which the kernel enforces by ending the process without a word; a
//! process may use so many addresses (`ulimit -v`), beyond which it gets no more memory. Both are limits like those of
//! a [`Budget`](crate::Budget): whoever runs into them should hear which one it was.

use std::path::Path;

/// A limit that the kernel writes where there is none, in the first version of control groups: all of the addresses, but for what a page
/// rounds off.
const NONE: u64 = 1 << 60;

/// Bytes of memory that the container may use in which this process runs, if there is such a limit.
pub fn container() -> Option<u64> {
    let groups = std::fs::read_to_string("/proc/self/cgroup").ok()?;
    container_in(&groups, Path::new("/sys/fs/cgroup"))
}

/// The least limit of the groups that `/proc/self/cgroup` names and of those around them. Within a container the names may be those that
/// the groups have outside, so that only the outermost directory is there.
fn container_in(groups: &str, root: &Path) -> Option<u64> {
    let limits = groups.lines().filter_map(|line| {
        let mut parts = line.splitn(3, ':');
        let (_, controllers, name) = (parts.next()?, parts.next()?, parts.next()?);
        let (root, file) = match controllers {
            "" => (root.to_path_buf(), "memory.max"),
            some if some.split(',').any(|controller| controller == "memory") => {
                (root.join("memory"), "memory.limit_in_bytes")
            }
            _ => return None,
        };
        let group = root.join(name.trim_start_matches('/'));
        let around = group.ancestors().take_while(|directory| directory.starts_with(&root));
        around.filter_map(|directory| read(&directory.join(file))).min()
    });
    limits.min()
}

/// A limit in a file; `max` and numbers beyond all memory mean none.
fn read(file: &Path) -> Option<u64> {
    std::fs::read_to_string(file).ok()?.trim().parse().ok().filter(|&limit| limit < NONE)
}

/// Bytes of addresses that this process may use, if there is such a limit.
pub fn addresses() -> Option<u64> {
    addresses_in(&std::fs::read_to_string("/proc/self/limits").ok()?)
}

fn addresses_in(limits: &str) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_limit_of_the_groups_around_counts() {
        let root = std::env::temp_dir().join(format!("glassbox-groups-{}", std::process::id()));
        let write = |file: &str, text: &str| {
            let file = root.join(file);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, text).unwrap();
        };
        let at = |groups: &str| container_in(groups, &root);
        assert_eq!(at("0::/\n"), None);
        write("jobs/memory.max", "300\n");
        write("jobs/mine/memory.max", "max\n");
        assert_eq!(at("0::/jobs/mine\n"), Some(300));
        assert_eq!(at("0::/jobs\n"), Some(300));
        assert_eq!(at("0::/others\n"), None);
        write("memory.max", "200\n");
        assert_eq!(at("0::/jobs/mine\n"), Some(200));
        assert_eq!(at("0::/named/as/outside\n"), Some(200));
        write("memory/memory.limit_in_bytes", "9223372036854771712\n");
        write("memory/jobs/memory.limit_in_bytes", "100\n");
        assert_eq!(at("4:memory:/jobs\n"), Some(100));
        assert_eq!(at("4:cpu,memory:/jobs\n3:pids:/jobs\n"), Some(100));
        assert_eq!(at("4:memory:/\n"), None);
        assert_eq!(at("4:cpu:/jobs\nnonsense\n"), None);
        std::fs::remove_dir_all(&root).unwrap();
    }

    #[test]
    fn the_limit_of_addresses_is_the_one_that_is_enforced() {
        let limits = |soft: &str| {
            format!(
                "Limit                     Soft Limit           Hard Limit           Units     \n\
                 Max cpu time              unlimited            unlimited            seconds   \n\
                 Max address space         {soft:<20} unlimited            bytes     \n"
            )
        };
        assert_eq!(addresses_in(&limits("unlimited")), None);
        assert_eq!(addresses_in(&limits("204800000")), Some(204_800_000));
        assert_eq!(addresses_in(""), None);
    }
}
