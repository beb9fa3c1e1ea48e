import { describeQueries } from './testing-queries'

describeQueries(20_000)
