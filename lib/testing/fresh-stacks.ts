import * as React from 'react'

/**
 * Vitest runs this before each test file with a page. React's development build records a stack for the elements that
 * it creates, up to 10,000 a second, for warnings that name the owner. Nothing here reads these stacks, and they cost
 * about a tenth of the time of a page test.
 */

const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
if (typeof internals === 'object' && internals !== null && 'recentlyCreatedOwnerStacks' in internals)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.MAX_SAFE_INTEGER, set: () => {} })
