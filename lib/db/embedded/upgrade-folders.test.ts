import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeTestFolder, removeTestFolder } from '@/lib/db/testing'
import { completeUpgrade, nameUpgradeFolders, readMajor, settleUpgrade } from './upgrade-folders'

let home: string
beforeEach(async () => {
  home = await makeTestFolder('upgrade')
})
afterEach(() => removeTestFolder(home))

/** Creates files that represent a cluster: its version and its rows. */
async function addCluster(dir: string, major: number): Promise<void> {
  await mkdir(dir, { recursive: true })
  await writeFile(path.join(dir, 'PG_VERSION'), `${major}\n`)
  await writeFile(path.join(dir, 'rows'), 'all of them')
}

const data = () => path.join(home, 'data')
const filled = () => path.join(nameUpgradeFolders(home).draft, 'postgres', 'data')

async function expectNewCluster(): Promise<void> {
  expect(await readMajor(data())).toBe(18)
  expect(await readFile(path.join(data(), 'rows'), 'utf8')).toBe('all of them')
  expect(await readdir(home)).toEqual(['data'])
}

/** Throws before the change with this number, as if the process was killed. */
function endAt(number: number): () => void {
  let changes = 0
  return () => {
    changes += 1
    if (changes === number) throw new Error('killed')
  }
}

describe('an upgrade whose new cluster is complete', () => {
  beforeEach(async () => {
    await addCluster(data(), 15)
    await addCluster(filled(), 18)
    await completeUpgrade(home)
  })

  it('replaces the older cluster and leaves no other files', async () => {
    await settleUpgrade(home)
    await expectNewCluster()
    await settleUpgrade(home)
    await expectNewCluster()
  })

  it.each([1, 2, 3, 4, 5])('loses nothing when it is killed before change %i', async (number) => {
    await expect(settleUpgrade(home, endAt(number))).rejects.toThrow('killed')
    const wholeClusters = [data(), filled(), nameUpgradeFolders(home).aside].filter((dir) =>
      existsSync(path.join(dir, 'rows')),
    )
    expect(wholeClusters.length).toBeGreaterThan(0)
    await settleUpgrade(home)
    await expectNewCluster()
  })

  it('changes nothing if another database was created in the meantime', async () => {
    await expect(settleUpgrade(home, endAt(2))).rejects.toThrow('killed')
    await addCluster(data(), 15)
    const before = (await readdir(home, { recursive: true })).toSorted()
    await expect(settleUpgrade(home)).rejects.toThrow('are both databases')
    expect((await readdir(home, { recursive: true })).toSorted()).toEqual(before)
  })
})

it('an upgrade whose new cluster is not complete keeps the older one', async () => {
  await addCluster(data(), 15)
  await addCluster(filled(), 18)
  await settleUpgrade(home)
  expect(await readMajor(data())).toBe(15)
})

it('an upgrade whose new cluster was deleted restores the older one', async () => {
  await addCluster(data(), 15)
  await addCluster(filled(), 18)
  await completeUpgrade(home)
  await expect(settleUpgrade(home, endAt(2))).rejects.toThrow('killed')
  await rm(nameUpgradeFolders(home).draft, { recursive: true })
  await settleUpgrade(home)
  expect(await readMajor(data())).toBe(15)
  expect(await readFile(path.join(data(), 'rows'), 'utf8')).toBe('all of them')
})

it('a folder without an upgrade stays unchanged', async () => {
  await settleUpgrade(home)
  expect(await readdir(home)).toEqual([])
  await addCluster(data(), 18)
  await settleUpgrade(home)
  expect(await readdir(home)).toEqual(['data'])
})
