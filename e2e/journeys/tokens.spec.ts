import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { askConsole, expect, expectAccessibleInBoth, openDialog, test } from '../fixtures'

const run = promisify(execFile)
const docs = readFileSync('docs/api.md', 'utf8')
const blockOf = (language: string) => new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(docs)?.[1] ?? ''

const isThere = (program: string) => spawnSync(program, ['--version']).status === 0
/** The examples of the documentation that can run on this machine. They run unchanged. */
const examples = [
  { language: 'sh', file: 'example.sh', command: 'bash', words: [], needs: ['curl', 'jq'] },
  { language: 'ts', file: 'example.mts', command: process.execPath, words: ['--import', 'tsx'], needs: [] },
  { language: 'python', file: 'example.py', command: 'python3', words: [], needs: ['python3'] },
].filter(({ needs }) => needs.every(isThere))

const call = (url: string, token: string, body?: unknown) =>
  fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

test.describe('an editor', () => {
  test.use({ role: 'editor' })

  test(
    'creates a token, which a program can use until it is revoked',
    { tag: ['@smoke', '@S36'] },
    async ({ page, console: app }) => {
      await page.goto('/settings/tokens')
      await page.getByRole('button', { name: 'New token' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Name').fill('CI')
      await expect(dialog.getByRole('radio', { name: 'Admin' })).toHaveCount(0)
      await dialog.getByRole('radio', { name: 'Editor' }).check()
      await dialog.getByRole('checkbox', { name: /only some permissions/ }).check()
      for (const permission of ['Inspections: read', 'Reviews: change'])
        await dialog.getByRole('checkbox', { name: permission }).check()
      await expectAccessibleInBoth(page, { part: openDialog })
      await dialog.getByRole('button', { name: 'Create token' }).click()
      await expect(dialog).toContainText('Copy the token now.')
      const token = (await dialog.locator('[data-token]').textContent()) ?? ''
      expect(token).toMatch(/^sl_[0-9A-Za-z]{40}$/)
      await dialog.getByRole('button', { name: 'Done' }).click()
      const entry = page.getByRole('list', { name: 'API tokens' }).getByRole('listitem')
      await expect(entry).toContainText('Expires in 90 days')
      expect(await page.content()).not.toContain(token.slice(3))

      await test.step('the examples of the documentation run', async () => {
        const folder = mkdtempSync(path.join(os.tmpdir(), 'sightline-api-'))
        const env = { ...process.env, SIGHTLINE_URL: app.url, SIGHTLINE_TOKEN: token }
        const marked: string[] = []
        for (const { language, file, command, words } of examples) {
          writeFileSync(path.join(folder, file), blockOf(language))
          const { stdout } = await run(command, [...words, path.join(folder, file)], { env })
          expect(stdout).toMatch(/^\d+ failed, marked audit_\w+$/m)
          marked.push(/marked (\S+)/.exec(stdout)?.[1] ?? '')
        }
        rmSync(folder, { recursive: true })
        const { rows } = await app.db.query<{ actor_name: string }>(
          `select actor_name from activity where action = 'review.mark' and object_id = any($1)`,
          [marked],
        )
        expect(rows.map((row) => row.actor_name)).toEqual(examples.map(() => 'Robin editor (token CI)'))
        const body = { selection: { kind: 'ids', ids: marked }, state: 'unreviewed' }
        await askConsole(app, '/api/review/bulk', { method: 'POST', body })
      })

      await test.step("a request beyond the token's permissions is refused", async () => {
        expect((await call(`${app.url}/api/assets`, token)).status).toBe(403)
        expect((await call(`${app.url}/api/account/tokens`, token, { name: 'x', role: 'viewer' })).status).toBe(403)
        expect((await call(`${app.url}/api/openapi.json`, token)).status).toBe(200)
      })

      await page.getByRole('button', { name: 'Revoke CI' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click()
      await expect(page.getByText('No API tokens')).toBeVisible()
      expect((await call(`${app.url}/api/inspections`, token)).status).toBe(401)
    },
  )

  test('finds an operation in the API reference', async ({ page }) => {
    await page.goto('/settings/api')
    await page.getByLabel('Search operations').fill('put review mark')
    await page.getByText('Mark an inspection as reviewed').click()
    await expect(page.getByText('$SIGHTLINE_TOKEN')).toContainText("/api/review/{auditId}'")
    await expectAccessibleInBoth(page, { part: 'main' })
  })
})

test('an admin creates a service account and disables it', { tag: ['@S36'] }, async ({ page, console: app }) => {
  await page.goto('/settings/service-accounts')
  await page.getByRole('button', { name: 'New service account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Nightly export')
  await dialog.getByRole('button', { name: 'Create service account' }).click()
  const account = page.getByRole('region', { name: 'Nightly export' })
  await account.getByRole('button', { name: 'New token' }).click()
  await dialog.getByLabel('Name').fill('cron')
  await dialog.getByRole('button', { name: 'Create token' }).click()
  const token = (await dialog.locator('[data-token]').textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Done' }).click()
  expect((await call(`${app.url}/api/inspections?limit=1`, token)).status).toBe(200)
  await account.getByRole('button', { name: 'More actions for Nightly export' }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await expect(account.getByText('Disabled', { exact: true })).toBeVisible()
  expect((await call(`${app.url}/api/inspections?limit=1`, token)).status).toBe(401)
})
