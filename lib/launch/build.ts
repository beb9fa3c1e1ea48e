import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import type { Environment } from './dist-dir'

const sourceRoots = ['app', 'components', 'lib', 'public']
const sourceFiles = [
  'instrumentation.ts',
  'next.config.js',
  'package-lock.json',
  'package.json',
  'proxy.ts',
  'tailwind.config.ts',
  'tsconfig.json',
]

const unbuilt = /^lib\/testing\//

/** A digest of all files that a build reads. Tests are not included. */
export function digestSources(root: string): string {
  const hash = createHash('sha256').update(process.versions.node)
  const files = sourceFiles.filter((file) => existsSync(path.join(root, file)))
  for (const folder of sourceRoots)
    for (const name of readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })) {
      const file = path.join(folder, name)
      if (!name.includes('.test.') && !unbuilt.test(file) && statSync(path.join(root, file)).isFile()) files.push(file)
    }
  for (const file of files.toSorted()) hash.update(`\0${file}\0`).update(readFileSync(path.join(root, file)))
  return hash.digest('hex')
}

const markOf = (root: string, distDir: string) => path.join(root, distDir, 'sightline-sources')

const routesManifest = z.object({ basePath: z.string() })

/** The path for which the build in `distDir` was made. Empty: for a whole host. Null: there is no build. */
export function readBuiltBasePath(root: string, distDir: string): string | null {
  if (!existsSync(path.join(root, distDir, 'BUILD_ID'))) return null
  return routesManifest.parse(JSON.parse(readFileSync(path.join(root, distDir, 'routes-manifest.json'), 'utf8')))
    .basePath
}

/** Why a console with this path cannot start from the build in `distDir`, in sentences; null if it can. */
export function explainBuild(root: string, distDir: string, basePath: string): string | null {
  const built = readBuiltBasePath(root, distDir)
  if (built === null) return 'There is no build yet: run npm run build first.'
  if (built === basePath) return null
  const wanted = built === '' ? 'no path: remove BASE_PATH' : `the path ${built}: set BASE_PATH to it`
  return `BASE_PATH is part of a build. This one is for ${wanted}, or build again with the path that you need.`
}

/** Whether `distDir` contains a finished build of the current sources for this path. */
export function isBuilt(root: string, distDir = '.next', basePath = ''): boolean {
  const mark = markOf(root, distDir)
  if (!existsSync(mark) || readBuiltBasePath(root, distDir) !== basePath) return false
  return readFileSync(mark, 'utf8') === digestSources(root)
}

/**
 * Builds unless a build of the current sources exists.
 * @returns the exit code of the build; 0 when no build was needed
 */
export async function ensureBuild(
  root: string,
  options: {
    distDir?: string
    /** BASE_PATH in it is the path for which the build is made. */
    env?: Environment
    /** Builds even if a build of the current sources exists. */
    always?: boolean
    say: (line: string) => void
  },
): Promise<number> {
  const { distDir = '.next', env = process.env, say } = options
  if (options.always !== true && isBuilt(root, distDir, env['BASE_PATH'] ?? '')) {
    say('The build of these sources is there: nothing to build.')
    return 0
  }
  say('Building the console; the next start finds this build and skips it.')
  const digest = digestSources(root)
  const child = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
    cwd: root,
    env: { ...env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const code = await new Promise<number>((resolve) => {
    child.once('error', () => resolve(1))
    child.once('exit', (status) => resolve(status ?? 1))
  })
  if (code === 0) markBuilt(root, digest, distDir)
  return code
}

/**
 * Records the sources of the build in `distDir`. `digest` is from before the build, so that an edit during the build is
 * noticed.
 */
export function markBuilt(root: string, digest: string, distDir = '.next'): void {
  writeFileSync(markOf(root, distDir), digest)
}
