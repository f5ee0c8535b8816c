//! Tests of games at a path: folders, and files in them.

use costumier::{ErrorKind, Files, Game};

#[test]
fn a_folder_an_index_and_a_data_file_open_the_same_game() {
    let folder = tempfile::tempdir().unwrap();
    let deep = folder.path().join("Games/Example");
    std::fs::create_dir_all(&deep).unwrap();
    let files = costumier_build::example::files().unwrap();
    for name in files.names() {
        let source = files.open(&name).unwrap();
        let mut bytes = vec![0; usize::try_from(source.len()).unwrap()];
        source.read_at(0, &mut bytes).unwrap();
        std::fs::write(deep.join(&name), bytes).unwrap();
    }
    let [index, data] = ["example.000", "example.001"].map(|name| deep.join(name));
    for path in [folder.path(), &deep, &index, &data] {
        let game = Game::open_path(path).unwrap();
        assert_eq!(game.costume_ids().collect::<Vec<_>>(), [1], "{}", path.display());
        assert!(!game.costume(1).unwrap().picture_keys().is_empty());
    }
    let error = Game::open_path(folder.path().join("nowhere")).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Source(_)));
    assert!(error.to_string().contains("nowhere"), "{error}");
    std::fs::remove_file(&index).unwrap();
    assert!(matches!(Game::open_path(&deep).unwrap_err().kind(), ErrorKind::MissingFile(_)));
}
