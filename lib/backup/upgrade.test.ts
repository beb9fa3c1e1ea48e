import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { prepareBinaries } from '@/lib/db/embedded/binaries'
import { makeTestFolder, removeTestFolder, silentLog } from '@/lib/db/testing'
import { upgradeEmbedded } from './upgrade'

let dataDir: string
beforeEach(async () => {
  dataDir = await makeTestFolder('upgrade')
  const data = path.join(dataDir, 'postgres', 'data')
  await mkdir(data, { recursive: true })
  // A version so old that its programs are installed on no machine.
  await writeFile(path.join(data, 'PG_VERSION'), '9\n')
})
afterEach(() => removeTestFolder(dataDir))

const refuse = async (olderBin: string | null) => {
  const before = (await readdir(dataDir, { recursive: true })).filter((name) => !name.endsWith('run'))
  await expect(upgradeEmbedded({ dataDir, olderBin, log: silentLog })).rejects.toThrow(
    olderBin === null
      ? /was made by PostgreSQL 9\. .* install them \(such as the package postgresql-9\), or name their folder in POSTGRES_OLD_BIN\. Nothing was changed\.$/
      : /^POSTGRES_OLD_BIN holds PostgreSQL 18\..*, and the database in .* was made by PostgreSQL 9\./,
  )
  expect((await readdir(dataDir, { recursive: true })).filter((name) => !name.endsWith('run'))).toEqual(before)
}

it('an older database whose programs are missing is left alone, and the start says what to do', () => refuse(null))

it('an older database is left alone when POSTGRES_OLD_BIN names programs of another version', async () => {
  const shelf = await makeTestFolder('shelf')
  const { root } = await prepareBinaries(null, shelf)
  await refuse(path.join(root, 'bin'))
  await removeTestFolder(shelf)
})
