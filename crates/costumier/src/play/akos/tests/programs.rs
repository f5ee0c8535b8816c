//! Tests of programs by themselves: variables, comparisons, jumps, random numbers, and what ends a limb.

use super::*;

#[test]
pub(in crate::play::akos) fn the_worked_trace_of_akos_programs_section_10() {
    let mut a = running(
        "start: picture 5
         increment
         picture 133
         if-eq-goto to=done var=0 value=3
         goto to=start
         done: empty
         end
         picture 7",
    );
    assert_eq!(trace(&mut a, 10), [5, 133, 5, 133, 5, 133, -1, -1, -1, -1]);
    assert_eq!((var(&a, 0), a.limb(0).map(|it| it.position)), (3, Some(0x12)));
}

#[test]
pub(in crate::play::akos) fn variables_and_comparisons() {
    let mut a = running(
        "empty
         set value=-5 var=3
         add value=2 var=3
         if-lt value=-2 var=3
            set value=1 var=10
         end-if
         if-ge value=-2 var=3
            set value=1 var=11
            picture 9
         end-if
         picture 1
         if-ne-goto to=there var=3 value=-3
         if-le-goto to=there var=3 value=-3
         picture 2
         there: picture 3
         end",
    );
    assert_eq!(trace(&mut a, 3), [-1, 1, 3]);
    assert_eq!([var(&a, 3), var(&a, 10), var(&a, 11)], [-3, 1, 0]);
}

#[test]
pub(in crate::play::akos) fn every_comparison_in_both_forms() {
    for (name, holds) in [
        ("eq", [false, true, false]),
        ("ne", [true, false, true]),
        ("lt", [true, false, false]),
        ("le", [true, true, false]),
        ("gt", [false, false, true]),
        ("ge", [false, true, true]),
    ] {
        for (value, holds) in [-1, 0, 1].into_iter().zip(holds) {
            let text = format!(
                "empty\nset value={value} var=1\nif-{name}-goto to=yes var=1 value=0\npicture 1\nyes: picture 2"
            );
            assert_eq!(trace(&mut running(&text), 2)[1], if holds { 2 } else { 1 }, "{name} {value}");
            let text = format!(
                "empty\nset value={value} var=1\nif-{name} value=0 var=1\npicture 1\nend-if\npicture 2"
            );
            assert_eq!(trace(&mut running(&text), 2)[1], if holds { 1 } else { 2 }, "{name} {value}");
        }
    }
}

#[test]
pub(in crate::play::akos) fn a_variable_is_cleared_by_the_jump_that_tests_it() {
    let mut a = running(
        "set value=1 var=2
         again: picture 1
         if-var-clear-goto to=again var=2
         picture 2
         end",
    );
    // The first code is a command: it is passed without being performed.
    assert_eq!(trace(&mut a, 3), [-1, 1, 2]);
    a.start(8);
    a.set_var(2, 7);
    assert_eq!(trace(&mut a, 4), [-1, 1, 1, 2]);
}

#[test]
pub(in crate::play::akos) fn skipping_ends_at_the_first_end_and_shows_nothing() {
    let mut a = running(
        "empty
         if-eq value=1 var=0
            if-eq value=1 var=0
            picture 1
            end-if
         increment
         picture 2
         end",
    );
    assert_eq!(trace(&mut a, 2), [-1, 2]);
    assert_eq!(var(&a, 0), 1);
}

#[test]
pub(in crate::play::akos) fn random_numbers_come_from_the_seed() {
    let text = "picture 1\nrandom least=-3 most=3 var=5\ngoto to=0";
    let numbers = |seed| {
        let mut a = running(text);
        a.set_seed(seed);
        let list: Vec<i16> = (0..40)
            .map(|_| {
                a.tick(&mut ());
                var(&a, 5)
            })
            .collect();
        assert!(list.iter().all(|v| (-3..=3).contains(v)) && list.contains(&-3) && list.contains(&3));
        list
    };
    assert_eq!(numbers(1), numbers(1));
    assert_ne!(numbers(1), numbers(2));
}

#[test]
pub(in crate::play::akos) fn jump_tables() {
    let text = "empty\nset value=2 var=1\ngoto-table var=1\na: picture 1\nb: picture 2";
    let sequence = assemble(text, &AkosRules::LUCASARTS).unwrap();
    let mut made = source(0, &sequence, &[(EIGHT, &[(0, 6, 0, 0)])]);
    made.jumps = vec![10, 11, 10];
    made.jump_slices = vec![(0, 1, 2)];
    assert_eq!(
        trace(
            &mut {
                let mut a = open(&made, Dialect::V7);
                a.start(8);
                a
            },
            2
        ),
        [-1, 2]
    );
    assert_eq!(
        trace(
            &mut {
                let mut a = open(&made, Dialect::humongous(80));
                a.start(8);
                a
            },
            2
        ),
        [-1, 1]
    );
    made.jump_slices = vec![(0, 1, 1)];
    let mut a = open(&made, Dialect::humongous(80));
    a.start(8);
    assert_eq!(events(&mut a, 2), [Event::Faulty { limb: 0, at: 7 }]);
}

#[test]
pub(in crate::play::akos) fn programs_that_the_interpreter_would_hang_or_stop_at_are_stopped() {
    for text in [
        "a: increment\ngoto to=a",
        "empty\na: goto to=a",
        "empty\nset value=1 var=27",
        "empty\nbytes 90 00",
        "empty\nbytes c0 02",
        "empty\nif-talking-pick",
        "empty\nif-not-talking-pick",
        "empty\ngoto-table var=0",
        "empty\ngoto to=5\nbytes a0 00",
    ] {
        let mut a = running(text);
        let seen = events(&mut a, 3);
        assert!(matches!(seen[..], [Event::Faulty { limb: 0, .. }]), "{text}: {seen:?}");
        assert!(is_faulty(&a));
        a.start(8);
        assert!(!is_faulty(&a), "starting over mends it");
    }
    // A window without a code to rest on, a window that ends on a command, a still limb on a command.
    for (mode, length) in [(2, 2), (3, 2), (7, 0)] {
        let mut a = actor_in(Dialect::V7, "increment\nincrement", &[(EIGHT, &[(0, mode, 0, length)])]);
        a.start(8);
        assert_eq!(events(&mut a, 2).len(), 1, "mode {mode}");
    }
}

#[test]
pub(in crate::play::akos) fn a_jump_to_a_command_performs_it() {
    let mut a = running("empty\ngoto to=a\npicture 1\na: increment\npicture 2");
    assert_eq!((trace(&mut a, 2), var(&a, 0)), (vec![-1, 2], 1));
}

#[test]
pub(in crate::play::akos) fn the_end_of_the_program_holds() {
    let mut a = running("picture 1\npicture 2");
    assert_eq!(trace(&mut a, 4), [1, 2, -1, -1]);
    let mut a = running("picture 1\nend\npicture 2");
    assert_eq!(trace(&mut a, 4), [1, -1, -1, -1]);
}

#[test]
pub(in crate::play::akos) fn commands_without_effect_are_passed_over_by_their_length() {
    let text = "empty\nscript script=7\naction a=1 b=2\nvar-script var=3\nend-if\npicture 1";
    for dialect in [Dialect::V7, Dialect::V8, Dialect::humongous(61), Dialect::humongous(100)] {
        let mut a = running_in(dialect, text);
        assert_eq!((trace(&mut a, 2), events(&mut a, 1), is_faulty(&a)), (vec![-1, 1], vec![], false));
    }
}
