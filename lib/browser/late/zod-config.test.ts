// @vitest-environment jsdom
import { config } from 'zod/v4/core'
import { expect, it } from 'vitest'
import './zod-config'

it('keeps zod from compiling code in a browser', () => {
  expect(config().jitless).toBe(true)
})
