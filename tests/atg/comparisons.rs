//! Inputs that become what a run compares them with.

use jatpg::driver::Generator;
use jatpg::engine::Engine;
use jatpg::engine::random::{DEFAULT_EFFORT, Random};
use jatpg::engine::session::Session;
use jatpg::report::json::VerdictKind;
use jatpg::report::{assemble, audit};

use super::{Unwatched, generate, mutant, subject};

/// A loop whose bound shows late, and texts and numbers that the code makes of its inputs.
const FAR_OUT: &str = "class Unit {
    static int firstSquareAbove(int limit) {
        int i = 1;
        while (i * i <= limit) {
            i++;
            if (i > BOUND) {
                return -1;
            }
        }
        return i;
    }
}";

fn far_out(bound: u32) -> String {
    FAR_OUT.replace("BOUND", &bound.to_string())
}

#[test]
fn an_input_becomes_what_the_code_computes_on_its_way() {
    let far_out = far_out(2_000);
    for (text, replacement) in [
        (far_out.as_str(), "i >= 2000"),
        (
            "class Unit {
                static boolean isOrder(String name, int n) {
                    String key = \"order-\" + n + \"/\" + name;
                    return key.equals(\"order-4711/blue\");
                }
            }",
            "false",
        ),
        (
            "class Unit {
                static String mark(int n) {
                    return \"<\" + (char) (n * 7 + 5000) + \">\";
                }
                static boolean isMark(char c, boolean isKnown) {
                    if (!isKnown) {
                        return false;
                    }
                    return (\"<\" + c + \">\").equals(mark(700));
                }
            }",
            "++c",
        ),
        (
            "class Unit {
                static int last(int n) {
                    return n * 9000 + 3123;
                }
                static boolean isGate(String s) {
                    return Integer.parseInt(s) == last(5);
                }
            }",
            "Integer.parseInt(s) > last(5)",
        ),
        (
            "class Unit {
                static boolean agrees(long a, long b) {
                    return a * 7919 + 104729 == b;
                }
            }",
            "-a",
        ),
        (
            "class Unit {
                static int steps(int n, int cap) {
                    int sum = 0;
                    int i = 0;
                    while (i < n) {
                        sum += i * 3;
                        i++;
                        if (sum > 100000) {
                            return cap;
                        }
                    }
                    return i;
                }
            }",
            "--sum",
        ),
        (
            "class Unit {
                static char mark(int n) {
                    return (char) (n * 7 + 5000);
                }
                static int size(String s) {
                    if (s.length() < 3 || s.charAt(0) != mark(700)) {
                        return 0;
                    }
                    if (s.charAt(1) != mark(900)) {
                        return 1;
                    }
                    int size = s.length();
                    return size;
                }
            }",
            "-size",
        ),
    ] {
        let report = generate(text, 64);
        let verdict = mutant(&report, replacement).verdict.as_ref().expect("a verdict");
        assert_eq!(verdict.verdict, VerdictKind::Killed, "{replacement}");
    }
}

#[test]
fn a_kill_that_is_found_again_under_another_test_is_that_tests() {
    let subject = subject(&far_out(20_000));
    let mut session = Session::new(&subject, &Unwatched);
    let generator = Generator::new(subject.program(), 1, |field| subject.setting(field));
    Random::new(generator, 64, DEFAULT_EFFORT).run(&mut session).expect("no failure");
    let report = assemble::unfinished(&session, Vec::new(), 1);
    assert_eq!(audit::problems(&report), Vec::<String>::new());
}

/// Its mutant `level != 0` ends after 21,000 rounds: whole runs show it under each test, the simulation under long ones.
const DRAIN: &str = "class Unit {
    static int drain(short level) {
        int rounds = 0;
        while (level > 0) {
            level -= 3;
            rounds++;
        }
        return rounds;
    }
}";

#[test]
fn a_kill_that_is_both_shown_and_simulated_is_one_kill_of_its_test() {
    let report = generate(DRAIN, 128);
    assert_eq!(audit::problems(&report), Vec::<String>::new());
}
