/** What `npm run check-settings` found out about a setting. */
export interface Finding {
  /**
   * `note`: worth knowing. `warn`: a start works, but one of the settings does not. `error`: a start is refused, or
   * people would see wrong data.
   */
  kind: 'ok' | 'note' | 'warn' | 'error'
  text: string
}
