//! A scene as a scene file, which `costumier render --scenes` draws.

use costumier::scene::Scene;
use costumier_export::scene_json::write_scene;

/// The text of a file with one scene.
pub(crate) fn write(scene: &Scene) -> String {
    format!("{{ \"scenes\": [\n{}\n] }}\n", write_scene(scene))
}

#[cfg(test)]
mod tests {
    use costumier::scene::PlaneChoice;

    use super::*;
    use crate::case::Kind;
    use crate::engine::{V6, V7};
    use crate::pack::Pack;

    #[test]
    fn costumier_reads_what_is_written() {
        let plan = vec![(Kind::Mixed, 40), (Kind::Company, 60), (Kind::Speed, 20)];
        let cases = Pack::random(&V6, 3, &plan).unwrap().cases;
        let plan = vec![(Kind::Shadow, 10), (Kind::Programs, 60), (Kind::Mixed, 10)];
        let cases = cases.into_iter().chain(Pack::random(&V7, 3, &plan).unwrap().cases);
        for case in cases {
            let mut scene = case.scene_at(case.frames() - 1);
            // The two ways to say that nothing hides an actor.
            for actor in &mut scene.actors {
                if actor.plane == PlaneChoice::Plane(0) {
                    actor.plane = PlaneChoice::Front;
                }
            }
            let text = write(&scene);
            assert_eq!(costumier_export::scene_json::read_scenes(&text).unwrap(), [scene], "{text}");
        }
    }
}
