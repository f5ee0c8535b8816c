class Costumier < Formula
  desc "Shows, exports, plays and edits the characters of SCUMM games"
  homepage "https://example.org/costumier"
  version "1.2.3"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "https://example.org/costumier/releases/download/v1.2.3/costumier-1.2.3-aarch64-apple-darwin.tar.gz"
      sha256 "0000000000000000000000000000000000000000000000000000000000000004"
    end
    on_intel do
      url "https://example.org/costumier/releases/download/v1.2.3/costumier-1.2.3-x86_64-apple-darwin.tar.gz"
      sha256 "0000000000000000000000000000000000000000000000000000000000000003"
    end
  end

  on_linux do
    on_arm do
      url "https://example.org/costumier/releases/download/v1.2.3/costumier-1.2.3-aarch64-unknown-linux-musl.tar.gz"
      sha256 "0000000000000000000000000000000000000000000000000000000000000002"
    end
    on_intel do
      url "https://example.org/costumier/releases/download/v1.2.3/costumier-1.2.3-x86_64-unknown-linux-musl.tar.gz"
      sha256 "0000000000000000000000000000000000000000000000000000000000000001"
    end
  end

  def install
    bin.install "costumier"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/costumier.bash" => "costumier"
    zsh_completion.install "completions/_costumier"
    fish_completion.install "completions/costumier.fish"
  end

  test do
    assert_match "costumes", shell_output("#{bin}/costumier info sample")
  end
end
