import { existsSync } from 'node:fs'
import path from 'node:path'

// The server imports this file, so it must not read the sources: Turbopack would trace the whole project into the build.

export type Environment = Readonly<Record<string, string | undefined>>

/** The server in a package. */
export const packagedServer = 'server.js'
export const packageDistDir = '.next-package'

/** Whether `root` is what `npm run package` made: a server without its sources. */
export const isPackage = (root: string) => existsSync(path.join(root, packagedServer))

/** The folder of the build that the console starts from. */
export function distDirOf(root: string, env: Environment): string {
  if (isPackage(root)) return packageDistDir
  return env['SIGHTLINE_BENCH'] === '1' ? '.next-bench' : (env['SIGHTLINE_DIST_DIR'] ?? '.next')
}
