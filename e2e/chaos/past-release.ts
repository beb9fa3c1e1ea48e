import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'

const git = (...words: string[]) =>
  execFileSync('git', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

/** Whether the history contains this commit. A shallow clone may lack it. */
function hasCommit(commit: string): boolean {
  try {
    git('cat-file', '-e', `${commit}^{commit}`)
    return true
  } catch {
    return false
  }
}

/** The commit of the newest release before the current commit; null when the history contains none. */
export function findPreviousRelease(): string | null {
  try {
    const commit = git('log', '-1', '--format=%H', '--grep=^chore(release)', 'HEAD^').trim()
    return commit === '' ? null : commit
  } catch {
    return null
  }
}

/** The last commit before the work on several consoles began. */
const beforeSeveralConsoles = '8fab446934bee0742010b2efe7a25393cf66b8f5'

/**
 * The commit that represents release 0.1.0. It has all changes made before several consoles could share a database.
 * Null when the history does not contain it.
 */
export function findFirstRelease(): string | null {
  return hasCommit(beforeSeveralConsoles) ? beforeSeveralConsoles : null
}

/**
 * Builds a commit in a folder that a console can start from. Later calls return the same folder. The build uses the
 * packages of this checkout, because there may be no network. A commit that needs a package removed since then cannot
 * be built.
 * @throws Error when the build fails
 */
export function buildRelease(commit: string): string {
  // Inside the checkout, because the bundler does not follow links to packages outside its root.
  const folder = path.resolve(`.next-release-${commit.slice(0, 8)}`)
  if (existsSync(folder)) return folder
  const stage = `${folder}-unfinished`
  rmSync(stage, { recursive: true, force: true })
  mkdirSync(stage)
  const archive = execFileSync('git', ['archive', commit], { maxBuffer: 2 ** 28 })
  execFileSync('tar', ['-x', '-C', stage], { input: archive })
  // With this file, the bundler would use this folder as its root and find no packages in it.
  rmSync(path.join(stage, 'package-lock.json'))
  // The sources name fonts by their paths. The bundler finds all other packages in the folder above.
  const packages = path.join(stage, 'node_modules')
  for (const font of ['geist', '@fontsource-variable/geist'])
    cpSync(path.resolve('node_modules', font), path.join(packages, font), { recursive: true })
  execFileSync(process.execPath, [path.resolve('node_modules/next/dist/bin/next'), 'build'], {
    cwd: stage,
    // The tests set the condition react-server, which would put the server's half of React into browser bundles.
    env: { ...process.env, NODE_OPTIONS: '', NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  rmSync(packages, { recursive: true })
  symlinkSync(path.resolve('node_modules'), packages)
  renameSync(stage, folder)
  return folder
}
