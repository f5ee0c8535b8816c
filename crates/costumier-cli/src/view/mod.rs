//! `view`: the viewer's page with a game already open, on this machine's own address.
//!
//! What can be had is fixed before the first request: the page's files, and those of the game's folder.
//! Nothing else is on the disk as far as requests are concerned, and nothing is ever written.

mod files;
mod gate;
mod page;
mod range;
mod server;

use std::io::Write;
use std::net::{Ipv4Addr, SocketAddrV4, TcpListener};

use anyhow::{Context as _, Result, anyhow};

use crate::Outcome;
use crate::args::ViewArgs;
use crate::failure::hinted;
use crate::open;
use crate::report::Teller;
use files::GameFiles;
use gate::Gate;
use page::Page;
use server::Server;

/// Serves until it is stopped.
pub(crate) fn run(args: &ViewArgs, teller: &Teller, out: &mut dyn Write) -> Result<Outcome> {
    let page = match &args.page {
        Some(folder) => Page::of_folder(folder)?,
        None => Page::built_in().ok_or_else(|| {
            hinted(
                anyhow!("this costumier was built without the viewer's page"),
                "take a released one, or build it: `cargo xtask viewer`; \
                 `--page web/dist` serves a page that lies in a folder",
            )
        })?,
    };
    let opened = open::open(&args.game)?;
    let files = GameFiles::of(&opened)?;
    let address = SocketAddrV4::new(Ipv4Addr::LOCALHOST, args.port);
    let listener = TcpListener::bind(address).with_context(|| format!("cannot listen at {address}"))?;
    let port = listener.local_addr()?.port();
    let gate = Gate::new(port, token()?);
    let url = gate.url();
    let server = Server::new(listener, gate, page, files)?;
    writeln!(out, "{url}")?;
    out.flush()?;
    teller.say("serving this game to this machine only; Ctrl-C ends it".to_owned());
    if !args.no_open
        && let Err(error) = ::open::that_detached(&url)
    {
        teller.warn(format!("no browser could be started ({error}): open the address above"));
    }
    server.serve();
    Ok(Outcome::Done)
}

/// What only who was told the address knows.
fn token() -> Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| anyhow!("no random numbers: {error}"))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
