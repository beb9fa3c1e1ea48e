import { beforeEach, expect, it } from 'vitest'
import { noteRequest } from './note-request'
import { setEventSink, type EventSink } from '@/lib/web/report-failure'

const told: Array<Parameters<EventSink>> = []
beforeEach(() => {
  told.length = 0
  setEventSink((...line) => told.push(line))
})

const note = (tookMs: number, params: Record<string, string> | null) =>
  noteRequest({
    request: new Request('http://localhost/api/exports/job_1?q=a%20name'),
    params: params === null ? Promise.reject(new Error('no parameters')) : Promise.resolve(params),
    status: 200,
    requestId: 'req-1',
    startedAt: performance.now() - tookMs,
  })

it('logs only slow requests, with their pattern and duration', async () => {
  await note(2_500, { jobId: 'job_1' })
  expect(told).toEqual([])
  await note(3_100, { jobId: 'job_1' })
  expect(told).toEqual([
    [
      'info',
      { requestId: 'req-1', method: 'GET', route: '/api/exports/[jobId]', status: 200, durationMs: expect.any(Number) },
      'a request took long',
    ],
  ])
  // Search texts are personal and must not be logged.
  expect(JSON.stringify(told)).not.toContain('name')
})

it('never fails a request, even when its parameters cannot be read', async () => {
  await expect(note(4_000, null)).resolves.toBeUndefined()
  expect(told).toHaveLength(1)
})
