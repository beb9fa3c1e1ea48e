import path from 'node:path'

/**
 * A file of the project that is read at run time instead of bundled (migrations, the watcher, PostgreSQL's binaries).
 * The console always runs with the project as its working directory, from source and from a build alike.
 */
export function resolveInProject(...segments: string[]): string {
  return path.join(/* turbopackIgnore: true */ process.cwd(), ...segments)
}
