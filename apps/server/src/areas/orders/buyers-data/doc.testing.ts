import { personalData, TERMS, type Whose } from '../../../core/personal-data.ts';

const WHOSE: Record<Whose, string> = {
  buyer: 'buyers',
  member: 'members',
  contact: 'contacts of partners',
  visitor: 'visitors',
};

/** docs/personal-data.md, as the declaration says. */
export function personalDataDoc(): string {
  const rows = personalData().map(({ table, whose, what, columns, term, erasesRows, ofOrders }) => {
    const { kept, because } = TERMS[term];
    const erased = Object.entries(columns).flatMap(([name, after]) => (erasesRows || after !== 'stays' ? [name] : []));
    const stays = Object.keys(columns).filter((name) => !erased.includes(name));
    const columnsText = [
      ...(erased.length > 0 ? [`${code(erased)}${ofOrders ? '' : ' (by hand, on its page)'}`] : []),
      ...(stays.length > 0 ? [`stays: ${code(stays)}`] : []),
    ].join('; ');
    return `| \`${table}\` | ${WHOSE[whose]} | ${what[1]} | ${columnsText} | ${kept[1]} | ${because[1]} |`;
  });
  return `${HEAD}\n${rows.join('\n')}\n${TAIL}`;
}

const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

const HEAD = `# Data of persons
Where the database holds data of persons, what an erasure overwrites, how long it stays and why. Each area declares its own
tables (\`areas/*/personal-data.ts\`, kept by \`core/personal-data.ts\`). The page "Personal data", the file for a person,
erasure and retention read the same declaration; this table is written from it, and a test compares them.

| table | whose | what | erased; what stays | kept | why |
|---|---|---|---|---|---|`;

const TAIL = `
## Find, hand out, erase
- A main account searches by email, phone, name, address or order number (\`#/system/personal-data\`, linked on the company's
  page). The audit log keeps each search, file and erasure, without the words.
- The file for the person is JSON: the declared columns of every table, by table, and amount and country of the orders.
- An erasure empties the declared columns of closed orders at once, in one transaction; a job removes labels and customs
  papers. Open orders need their address: the daily run \`orders.eraseBuyers\` erases them when they have ended.
- The same erasure runs when a platform requests it and when the days of a platform are over (\`buyerDataDays\` of its
  definition: 30 for Amazon).
- Amounts, products, taxes and the country stay with the order, as the books need them.

## What an erasure does not reach
- Append-only tables (marked "stays"): remarks of members in the history, and a carrier's scan that names who signed.
- Export files and answers of repeated requests: they end by themselves after 30 days.
- Lines of settlements that could not be read, bank lines: kept with the books.
- What a third-party warehouse, a carrier or the platform itself has: ask there.
- Backups made before: restore one only together with the erasures since.
`;
