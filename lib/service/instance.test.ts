import { expect, it } from 'vitest'
import { service, setServiceTarget } from './instance'
import { sendJson, serve } from './test-support/serve'

it('the process has no service before the boot names one, and then uses the one that was named last', async () => {
  expect(() => service()).toThrow(expect.objectContaining({ code: 'unavailable' }))
  await using first = await serve((_, response) => sendJson(response, { audit_id: 'first' }))
  await using second = await serve((_, response) => sendJson(response, { audit_id: 'second' }))
  setServiceTarget({ baseUrl: first.baseUrl, token: 'first-token' })
  await expect(service().call('getInspection', { params: { auditId: 'a' } })).resolves.toEqual({ audit_id: 'first' })
  setServiceTarget({ baseUrl: second.baseUrl, token: 'second-token' })
  await expect(service().call('getInspection', { params: { auditId: 'a' } })).resolves.toEqual({ audit_id: 'second' })
  expect(second.requests[0]?.headers['authorization']).toBe('Bearer second-token')
  await service().close()
})
