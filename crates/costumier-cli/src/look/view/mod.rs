//! `view`: serves the viewer's page and a game on this machine's own address.
//!
//! What can be requested is fixed before the first request: the page's files and the files of the game. Requests
//! reach nothing else on the disk, and nothing is written.

mod access;
mod connections;
mod content;
mod files;
mod page;
mod range;
mod server;

use std::io::Write;
use std::net::{Ipv4Addr, SocketAddrV4, TcpListener};

use anyhow::{Context as _, Result, anyhow};

use crate::Outcome;
use crate::args::ViewArgs;
use crate::game::open;
use crate::output::report::Reporter;
use access::AccessCheck;
use files::GameFiles;
use page::Page;
use server::Server;

/// Serves the page until the process ends.
pub(crate) fn run(args: &ViewArgs, reporter: &Reporter, out: &mut dyn Write) -> Result<Outcome> {
    let page = match &args.page {
        Some(folder) => Page::of_folder(folder)?,
        None => Page::built_in().ok_or_else(super::no_viewer)?,
    };
    let opened = open::open(&args.game)?;
    let files = GameFiles::of(&opened, &args.game.name)?;
    // The server has handles of its own, and nothing more to ask.
    drop(opened);
    let address = SocketAddrV4::new(Ipv4Addr::LOCALHOST, args.port);
    let listener = TcpListener::bind(address).with_context(|| format!("cannot listen at {address}"))?;
    let access = AccessCheck::new(listener.local_addr()?.port(), token()?);
    let url = access.url();
    writeln!(out, "{url}")?;
    out.flush()?;
    reporter.say("serving this game to this machine only; Ctrl-C stops it".to_owned());
    if !args.no_open
        && let Err(error) = ::open::that_detached(&url)
    {
        reporter.warn(format!("no browser started ({error}); open the address above"));
    }
    Server { access, page, files }.serve(listener)?;
    Ok(Outcome::Done)
}

/// Makes the random token that the address carries.
fn token() -> Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| anyhow!("the system gives no random numbers: {error}"))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
