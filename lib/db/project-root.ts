import path from 'node:path'

/**
 * The path of a file of the project that is read at run time instead of bundled (migrations, the watcher, PostgreSQL's
 * binaries). The working directory of the console is always the project, both from source and from a build.
 */
export function resolveInProject(...segments: string[]): string {
  return path.join(/* turbopackIgnore: true */ process.cwd(), ...segments)
}
