import { expect, it } from 'vitest'
import { openDatabase } from '@/lib/db/instance'
import { makeTestFolder, removeTestFolder, silentLog } from '@/lib/db/testing'
import { TestCluster } from '@/lib/testing/consoles/cluster'
import { checkSettings } from './check-settings'

it('npm run check-settings distinguishes a standby from a standby of another server and from a promoted one', async () => {
  const folder = await makeTestFolder('check')
  await using cluster = await TestCluster.start()
  await using other = await TestCluster.start()
  for (const databaseUrl of [cluster.url, other.url])
    await (await openDatabase({ databaseUrl, dataDir: folder, log: silentLog })).close()

  const check = async (readUrl: string) => {
    const env = {
      SERVICE_BASE_URL: 'https://service.example',
      SERVICE_TOKEN: 'hidden-token-0123456789',
      NEXTAUTH_URL: 'https://console.example',
      NEXTAUTH_SECRET: 'hidden-secret-0123456789-0123456789',
      DATA_DIR: folder,
      PORT: '39418',
      DATABASE_URL: cluster.url,
      DATABASE_READ_URL: readUrl,
    }
    const said: string[] = []
    const code = await checkSettings(env, folder, (line) => said.push(line))
    return { code, text: said.join('\n') }
  }

  await expect
    .poll(() => check(cluster.standbyUrl))
    .toMatchObject({
      code: 0,
      text: expect.stringMatching(/^ok {5}The replica at 127\.0\.0\.1:\d+ is a standby of this database$/m) as string,
    })
  expect(await check(other.standbyUrl)).toMatchObject({
    code: 1,
    text: expect.stringMatching(/^error {2}.* is no copy of the server of DATABASE_URL/m) as string,
  })
  const { standbyUrl } = cluster
  await cluster.failOver()
  expect(await check(standbyUrl)).toMatchObject({
    code: 0,
    text: expect.stringMatching(/^warn {3}.* is no standby\. Lists are read from the primary/m) as string,
  })
  await removeTestFolder(folder)
})
