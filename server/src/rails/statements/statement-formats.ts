import type { StatementFormat } from '../../movements/feeds/statement.ts'
import { accessFormat, gtbFormat, sterlingFormat, zenithFormat } from './formats/csv-formats.ts'
import { mt940Format } from './formats/mt940-format.ts'
import { opayFormat } from './formats/opay-format.ts'
import { ubaFormat } from './formats/uba-format.ts'

/** Every statement format that can be read. */
export const statementFormats: readonly StatementFormat[] = [
  gtbFormat,
  zenithFormat,
  sterlingFormat,
  opayFormat,
  ubaFormat,
  accessFormat,
  mt940Format,
]
