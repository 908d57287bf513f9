import type { Choice } from '../../../flows/cases/foresee-choices.ts'
import { money, printMoney } from '../../../kernel/money/money.ts'
import type { Share } from '../../../records/cases/consequence.ts'
import { wrapText } from '../terminal-text.ts'

/** Tells what each decision of a case will do, in the words of the console. */
export function formatChoices(choices: readonly Choice[]): string[] {
  const told = choices.flatMap(({ consequence, isProposed }) => {
    if (consequence === null) return []
    const { title, gets, how, undo, ifWrong } = consequence
    return [
      ...wrapText(
        `${[title, ...(isProposed ? ['proposed'] : []), ...gets.map(describeShare)].join('; ')}.`,
        '  ',
        '      ',
      ),
      ...wrapText(`${how} ${undo} ${ifWrong}`, '      '),
    ]
  })
  return told.length === 0 ? [] : ['', 'What each decision will do:', ...told]
}

function describeShare({ who, asset, minor, words }: Share): string {
  return `${who} ${minor === null ? (words ?? 'nothing') : printMoney(money(asset, minor))}`
}
