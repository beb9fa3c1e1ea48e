import { expect, it } from 'vitest'
import { makePackage } from './make'
import { tryPackage, tryWithServer } from './try'

const minutes = 60_000

it(
  'the package works in an empty folder with its own PostgreSQL, and is smaller than 150 MB',
  async () => {
    const { file, bytes } = await makePackage(process.cwd(), true, () => {})
    expect(bytes).toBeLessThan(150e6)
    await tryPackage(file)
  },
  20 * minutes,
)

it(
  'the package without PostgreSQL says that it needs DATABASE_URL, works with it, and is smaller than 80 MB',
  async () => {
    const { file, bytes } = await makePackage(process.cwd(), false, () => {})
    expect(bytes).toBeLessThan(80e6)
    await tryWithServer(file)
  },
  20 * minutes,
)
