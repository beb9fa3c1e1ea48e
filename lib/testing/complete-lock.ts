import { readFileSync, writeFileSync } from 'node:fs'
import { completeLock, findMissingOptional, readLockFile } from './lock-file'

// Run after each change of dependencies (npm run complete-lock). With a registry that lacks the packages of other
// platforms, npm leaves them out of the lock, and `npm ci` then refuses that lock everywhere else.
const file = 'package-lock.json'
const lock = readLockFile(readFileSync(file, 'utf8'))
writeFileSync(file, `${JSON.stringify(completeLock(lock), null, 2)}\n`)
process.stdout.write(`${findMissingOptional(lock).length} platform packages added to ${file}\n`)
