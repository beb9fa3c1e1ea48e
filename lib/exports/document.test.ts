import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { Service } from '@/lib/service/types'
import { readReadyFile } from './data'
import { answerDocument, linkDocument } from './document'
import { startExportWorld, type ExportWorld } from './testing'
import type { NewExport } from './schema'

async function makeReady(world: ExportWorld, options: Partial<NewExport>) {
  world.startWorker()
  const jobId = await world.createJob(1, options)
  expect((await world.untilEnded(jobId)).ready).toBe(1)
  return { jobId, file: await readReadyFile(jobId, 0, world.db) }
}

const open = (world: ExportWorld, file: Awaited<ReturnType<typeof makeReady>>['file'], download = true) =>
  answerDocument(world.service, file, { download, signal: new AbortController().signal })

/** A host that does not belong to the service. It records every request. */
async function startCanary() {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.headers.authorization ?? 'without a token')
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    asked,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The service, with the responses of some operations replaced. */
function bend(service: Service, answers: Record<string, Record<string, unknown>>): Service {
  return {
    ...service,
    // Cast: the code under test reads the response of a test like one of the service.
    call: ((name: string, ...rest: unknown[]) =>
      name in answers
        ? Promise.resolve(answers[name])
        : (service.call as (...given: unknown[]) => Promise<unknown>)(name, ...rest)) as Service['call'],
  }
}

describe('a finished document', () => {
  it.each(['report', 'export'] as const)(
    'is sent as a PDF with the headers for untrusted content, by %s',
    async (via) => {
      await using world = await startExportWorld()
      const { file } = await makeReady(world, { via })
      const saved = await open(world, file)
      expect(Object.fromEntries(saved.headers)).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': 'attachment; filename="Round 1.pdf"',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining('sandbox'),
        'cache-control': 'private, no-store',
      })
      expect((await saved.text()).slice(0, 8)).toBe('%PDF-1.4')
      expect((await open(world, file, false)).headers.get('content-disposition')).toContain('inline')
      expect(world.standin.control.exports.signedWithToken).toBe(0)
    },
  )

  it('is sent as a Word download, even when it was requested for display', async () => {
    await using world = await startExportWorld()
    const { file } = await makeReady(world, { format: 'word' })
    const { headers } = await open(world, file, false)
    expect(headers.get('content-type')).toContain('wordprocessingml')
    expect(headers.get('content-disposition')).toBe('attachment; filename="Round 1.docx"')
  })

  it('is located again each time, so that an expired link costs only one more request', async () => {
    await using world = await startExportWorld()
    const { file } = await makeReady(world, {})
    world.clock.advance(3_600_000)
    expect((await open(world, file)).status).toBe(200)
    const { control } = world.standin
    control.setFault({ operation: 'signedLink', when: { next: 1 }, action: { kind: 'status', status: 403 } })
    control.resetCounts()
    expect((await open(world, file)).status).toBe(200)
    expect(control.counts()).toEqual({ getReport: 2, signedLink: 2 })
    control.setFault({ operation: 'signedLink', action: { kind: 'status', status: 403 } })
    await expect(open(world, file)).rejects.toMatchObject({ code: 'upstream_failed' })
  })

  it('S6: is never requested from another host; the browser gets the link instead', { tags: ['S6'] }, async () => {
    await using world = await startExportWorld()
    await using canary = await startCanary()
    const { file } = await makeReady(world, {})
    world.standin.control.exports.set({ linkOrigin: canary.origin })
    const link = await linkDocument(world.service, file, '/here', {})
    expect(link).toMatchObject({ kind: 'elsewhere', host: new URL(canary.origin).host })
    await expect(open(world, file)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('127.0.0.1'),
    })
    world.standin.control.exports.set({ linkOrigin: null })
    expect(await linkDocument(world.service, file, '/here', {})).toEqual({ kind: 'here', href: '/here' })
    // The href of an export is not followed either, wherever it points.
    const exported = await makeReady(world, { via: 'export' })
    const { filename } = await world.service.call('getExport', {
      params: { auditId: exported.file.auditId, exportId: exported.file.remoteId },
    })
    const bent = bend(world.service, { getExport: { status: 'SUCCESS', filename, href: `${canary.origin}/x.pdf` } })
    expect(
      (await answerDocument(bent, exported.file, { download: true, signal: new AbortController().signal })).status,
    ).toBe(200)
    expect(canary.asked).toEqual([])
  })

  it('is refused when its address is not valid or runs a script', async () => {
    await using world = await startExportWorld()
    const { file } = await makeReady(world, {})
    for (const url of [
      'javascript:alert(1)',
      'data:text/html,x',
      '//x',
      'x',
      'file:///etc/passwd',
      'https://a:b@files.test/',
    ])
      await expect(
        linkDocument(bend(world.service, { getReport: { status: 'SUCCESS', url } }), file, '/here', {}),
      ).rejects.toMatchObject({ code: 'upstream_failed' })
  })

  it('is the only file that is requested, even when its name contains a path', async () => {
    await using world = await startExportWorld()
    const { file } = await makeReady(world, { via: 'export' })
    world.standin.control.resetCounts()
    for (const filename of ['../../../users/search', '..', 'a/b.pdf', 'a%2fb.pdf', 'a?x=1'])
      await expect(
        answerDocument(bend(world.service, { getExport: { status: 'SUCCESS', filename } }), file, {
          download: true,
          signal: new AbortController().signal,
        }),
      ).rejects.toMatchObject({ code: 'invalid' })
    expect(world.standin.control.counts()).toEqual({})
  })

  it('is refused when it has another type, and reported when it was deleted', { tags: ['full'] }, async () => {
    await using world = await startExportWorld()
    const { file } = await makeReady(world, {})
    const page = `${world.standin.baseUrl}/signed/x`
    const bent = bend(world.service, { getReport: { status: 'SUCCESS', url: page } })
    await expect(
      answerDocument(bent, file, { download: true, signal: new AbortController().signal }),
    ).rejects.toMatchObject({ code: 'upstream_failed' })
    const odd: Service = {
      ...world.service,
      openLink: () =>
        Promise.resolve({
          status: 200,
          headers: { 'content-type': 'text/html' },
          bytes: Buffer.from('<script>'),
          stream: null,
        }),
    }
    await expect(
      answerDocument(odd, file, { download: true, signal: new AbortController().signal }),
    ).rejects.toMatchObject({ code: 'upstream_failed' })
    world.standin.control.delete(file.auditId)
    await expect(open(world, file)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Export the inspection again'),
    })
  })
})
