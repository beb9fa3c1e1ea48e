import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { say } from './tools'

/**
 * Installs a third-party program on first use, in a cache folder of this machine. The program is not a dependency,
 * because it has hundreds of packages and only one bench needs it. `name` contains its version. Returns the folder with
 * `node_modules`.
 */
export function provideInCache(name: string, packages: Readonly<Record<string, string>>): string {
  const folder = path.join(os.homedir(), '.cache', 'sightline-bench', name)
  // npm writes this file last.
  if (existsSync(path.join(folder, 'node_modules', '.package-lock.json'))) return folder
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: packages }))
  say(`installing ${name} into ${folder}`)
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder })
  return folder
}
