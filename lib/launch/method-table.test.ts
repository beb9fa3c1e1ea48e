import { expect, it } from 'vitest'
import { createMethodTable } from './method-table'

it.each([
  ['/api/inspections', ['GET', 'HEAD']],
  ['/api/saved-views/0190', ['PATCH', 'DELETE']],
  ['/api/openapi.json', ['GET', 'HEAD']],
  ['/api/saved-views/bar', ['PUT']],
  ['/api/nothing/of/this', []],
  ['/inspections', ['GET', 'HEAD']],
])('lists the allowed methods of %s', (path, methods) => {
  expect(createMethodTable()(path)).toEqual(methods)
})
