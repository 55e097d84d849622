//! Strongly connected components, without recursion.

use alloc::vec;
use alloc::vec::Vec;

/// A node on the way down: its edges and how many of them were followed.
struct Frame {
    node: usize,
    followed: usize,
}

/// The components of a graph that hold a cycle: more than one node, or a node with an edge to itself. `edges[n]`
/// are the successors of `n`; successors that are no node are passed over. Tarjan's algorithm.
pub(super) fn cycles(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const UNSEEN: usize = usize::MAX;
    let mut order = vec![UNSEEN; edges.len()];
    let mut low = vec![UNSEEN; edges.len()];
    let mut open = vec![false; edges.len()];
    let mut stack = Vec::new();
    let mut found = Vec::new();
    let mut count = 0;
    for root in 0..edges.len() {
        if order.get(root) != Some(&UNSEEN) {
            continue;
        }
        let mut way = Vec::from([Frame {
            node: root,
            followed: 0,
        }]);
        while let Some(frame) = way.last_mut() {
            let node = frame.node;
            if frame.followed == 0 {
                set(&mut order, node, count);
                set(&mut low, node, count);
                set(&mut open, node, true);
                stack.push(node);
                count += 1;
            }
            let next = edges.get(node).and_then(|next| next.get(frame.followed));
            if let Some(&next) = next {
                frame.followed += 1;
                match order.get(next).copied() {
                    Some(UNSEEN) => way.push(Frame {
                        node: next,
                        followed: 0,
                    }),
                    Some(seen) if open.get(next) == Some(&true) => lower(&mut low, node, seen),
                    _ => {}
                }
                // A node is entered once: with nothing followed yet it would be entered again.
                continue;
            }
            way.pop();
            let reached = low.get(node).copied().unwrap_or(UNSEEN);
            if let Some(parent) = way.last() {
                lower(&mut low, parent.node, reached);
            }
            if order.get(node) == Some(&reached) {
                let mut component = Vec::new();
                while let Some(member) = stack.pop() {
                    set(&mut open, member, false);
                    component.push(member);
                    if member == node {
                        break;
                    }
                }
                let itself = edges.get(node).is_some_and(|next| next.contains(&node));
                if component.len() > 1 || itself {
                    found.push(component);
                }
            }
        }
    }
    found
}

fn set<T>(list: &mut [T], at: usize, value: T) {
    if let Some(slot) = list.get_mut(at) {
        *slot = value;
    }
}

fn lower(low: &mut [usize], at: usize, value: usize) {
    if let Some(slot) = low.get_mut(at) {
        *slot = value.min(*slot);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_with_a_cycle_are_found() {
        let mut found = cycles(&[
            vec![1],
            vec![2],
            vec![1, 3],
            vec![],
            vec![4],
            vec![9, 0],
            vec![7],
            vec![6, 6],
        ]);
        for component in &mut found {
            component.sort_unstable();
        }
        found.sort();
        assert_eq!(found, [vec![1, 2], vec![4], vec![6, 7]]);
    }

    #[test]
    fn long_chains_do_not_overflow() {
        let long = 200_000;
        let edges: Vec<Vec<usize>> = (0..long).map(|node| vec![(node + 1) % long]).collect();
        assert_eq!(cycles(&edges).first().map(Vec::len), Some(long));
    }
}
