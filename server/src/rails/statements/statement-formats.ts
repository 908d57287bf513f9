import type { StatementFormat } from '../../movements/feeds/statement.ts'
import { accessFormat } from './access/access-statement.ts'
import { gtbFormat } from './gtb/gtb-statement.ts'
import { mt940Format } from './mt940/mt940-statement.ts'
import { opayFormat } from './opay/opay-statement.ts'
import { sterlingFormat } from './sterling/sterling-statement.ts'
import { ubaFormat } from './uba/uba-statement.ts'
import { zenithFormat } from './zenith/zenith-statement.ts'

/** Every export that can be read. */
export const statementFormats: readonly StatementFormat[] = [
  gtbFormat,
  zenithFormat,
  sterlingFormat,
  opayFormat,
  ubaFormat,
  accessFormat,
  mt940Format,
]
