/** Files over this many lines need a reason below. Tests are not counted: a table of cases may be long. */
export const linesMax = 300

/** The reasons; at most five. Split a file instead when its parts have different reasons to change. */
export const longFiles: Readonly<Record<string, string>> = {
  'lib/service/governor/bucket.ts':
    'one state machine: its fields change together under one pump, so parts of it would share all of them',
  'lib/standin/demo/templates-depot.ts': 'data: the questions of the templates of the demo',
}
