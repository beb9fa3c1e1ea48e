/** Types for the parts of the package that tests use, because it has none. */
declare module 's3rver' {
  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      silent: boolean
      directory: string
      configureBuckets: ReadonlyArray<{ name: string }>
    })
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
