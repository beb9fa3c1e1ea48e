import { describeQueries } from './testing-queries'

describeQueries(1_000)
