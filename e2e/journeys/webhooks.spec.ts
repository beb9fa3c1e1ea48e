import { askConsole, expect, expectAccessibleInBoth, openWith, test } from '../fixtures'
import { expectDone, listIds, readDeliveries, subscribe, type KeptDelivery } from './live-world'

test.describe('the receiver', () => {
  test(
    'refuses forged deliveries, stores a repeated delivery once, and shows both',
    { tag: ['@smoke', '@S23', '@S24'] },
    async ({ page, console: app }) => {
      const { control } = app.standin
      const { webhooks } = control
      await subscribe(app)
      const isUntold = 'not exists (select from webhook_deliveries where resource_id = audit_id)'
      const [auditId = '', other = ''] = await listIds(app, isUntold)
      control.record(true)
      const reads = () =>
        control.requests().filter(({ operation, path }) => operation === 'getInspection' && path.includes(auditId))
          .length
      const countKept = async () => (await app.db.query('select 1 from webhook_deliveries')).rowCount

      await test.step('forged', async () => {
        const kept = await countKept()
        const body = JSON.stringify({
          webhook_id: 'webhook',
          event: { date_triggered: new Date().toISOString(), event_types: ['TRIGGER_EVENT_INSPECTION'] },
          resource: { id: auditId, type: 'INSPECTION' },
        })
        const signature = webhooks.sign(`${body} `)
        for (const headers of [
          {},
          { 'x-safetyculture-signature': '' },
          { 'x-safetyculture-signature': 'f'.repeat(64) },
          { 'x-safetyculture-signature': signature },
          { 'x-webhook-secret': webhooks.token() },
        ])
          expect(await webhooks.sendRaw(body, headers)).toEqual([{ status: 401, problem: null }])
        expect([await countKept(), reads()]).toEqual([kept, 0])
      })

      let delivered: KeptDelivery | undefined
      await test.step('a change is stored and read once', async () => {
        control.touch(auditId)
        await expect.poll(async () => (await readDeliveries(app, auditId)).length).toBe(1)
        await expectDone(app, auditId)
        ;[delivered] = await readDeliveries(app, auditId)
        expect(reads()).toBeGreaterThan(0)
      })

      await test.step('the same delivery fifty more times', async () => {
        const body = delivered?.body ?? ''
        const before = reads()
        for (let time = 0; time < 50; time += 1)
          expect(await webhooks.sendRaw(body)).toEqual([{ status: 200, problem: null }])
        // Deliveries are processed in order: when the next one is done, so is any work that these fifty caused.
        control.touch(other)
        await expect.poll(async () => (await readDeliveries(app, other)).length).toBe(1)
        await expectDone(app, other)
        expect(await readDeliveries(app, auditId)).toEqual([delivered])
        expect(reads()).toBe(before)
      })

      await test.step('on the screen', async () => {
        await page.goto(`/webhooks?resource=${auditId}`)
        const answers = page.getByRole('list', { name: 'Receiver responses' })
        for (const text of [/\d\s*Repeated/, /No signature/, /Wrong signature/])
          await expect(answers).toContainText(text)
        const entry = page.getByRole('grid', { name: 'Deliveries' }).locator('tbody tr')
        await expect(entry).toHaveCount(1)
        await expect(entry).toContainText('Done')
        await expectAccessibleInBoth(page, { part: 'main' })
        const preview = page.getByRole('complementary', { name: 'Preview' })
        await openWith(entry.locator('[data-cell=events]'), preview)
        await expect(preview.getByRole('region', { name: 'Body', exact: true })).toContainText(auditId)
        await expectAccessibleInBoth(page, { part: 'main' })
        await preview.getByRole('button', { name: 'Reprocess' }).click()
        await expect(preview.getByText('Reprocessed. Status: Done')).toBeVisible()
        await expect.poll(async () => (await readDeliveries(app, auditId)).map(({ state }) => state)).toEqual(['done'])
        const { rows: logged } = await app.db.query(`select 1 from activity where action = 'webhook-delivery.replay'`)
        expect(logged).toHaveLength(1)
      })
    },
  )

  test(
    'shows deliveries to editors without reprocessing, and does not show them to viewers',
    { tag: ['@S4'] },
    async ({ openAs, console: app }) => {
      const { control } = app.standin
      await subscribe(app)
      const [auditId = ''] = control.insert(1)
      await expect.poll(async () => (await readDeliveries(app, auditId)).length).toBe(1)
      const editor = await openAs('editor')
      await editor.goto(`/webhooks?resource=${auditId}`)
      const entry = editor.getByRole('grid', { name: 'Deliveries' }).locator('tbody tr')
      const preview = editor.getByRole('complementary', { name: 'Preview' })
      await expect(entry).toHaveCount(1)
      await openWith(entry.locator('[data-cell=events]'), preview)
      await expect(preview.getByRole('region', { name: 'Body', exact: true })).toContainText(auditId)
      await expect(preview.getByRole('button', { name: 'Reprocess' })).toHaveCount(0)

      const viewer = await openAs('viewer')
      await viewer.goto('/webhooks')
      await expect(viewer.getByRole('heading', { name: 'You don’t have access to this page' })).toBeVisible()
      await viewer.goto('/system')
      await expect(viewer.getByRole('heading', { name: 'System', level: 1 })).toBeVisible()
      await expect(viewer.getByRole('link', { name: 'Webhooks' })).toHaveCount(0)
      await expect(askConsole(app, '/api/webhooks/deliveries', { role: 'viewer' })).rejects.toThrow('403')
    },
  )
})
