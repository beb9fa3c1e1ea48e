import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'

const git = (...words: string[]) =>
  execFileSync('git', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

/** Whether the history goes back to this commit: a shallow clone does not have it. */
function hasCommit(commit: string): boolean {
  try {
    git('cat-file', '-e', `${commit}^{commit}`)
    return true
  } catch {
    return false
  }
}

/** The commit of the newest release before this one; null when the history is not here. */
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

/** 0.1.0, with all that was done before several consoles could share a database; null when the history is not here. */
export function findFirstRelease(): string | null {
  return hasCommit(beforeSeveralConsoles) ? beforeSeveralConsoles : null
}

/**
 * The build of a commit, in a folder that a console can start from. It is made once and kept. Packages are those of this
 * checkout, because there may be no network; a commit that needs one that was removed since then cannot be built.
 * @throws Error when it cannot be built
 */
export function buildRelease(commit: string): string {
  // Inside of the checkout, because the bundler follows no link to packages outside of its root.
  const folder = path.resolve(`.next-release-${commit.slice(0, 8)}`)
  if (existsSync(folder)) return folder
  const stage = `${folder}-unfinished`
  rmSync(stage, { recursive: true, force: true })
  mkdirSync(stage)
  const archive = execFileSync('git', ['archive', commit], { maxBuffer: 2 ** 28 })
  execFileSync('tar', ['-x', '-C', stage], { input: archive })
  // Otherwise the bundler would take this folder for its root, and find no packages in it.
  rmSync(path.join(stage, 'package-lock.json'))
  execFileSync(process.execPath, [path.resolve('node_modules/next/dist/bin/next'), 'build'], {
    cwd: stage,
    // The condition of the tests would put the server's half of React into the bundles of browsers.
    env: { ...process.env, NODE_OPTIONS: '', NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  symlinkSync(path.resolve('node_modules'), path.join(stage, 'node_modules'))
  renameSync(stage, folder)
  return folder
}
