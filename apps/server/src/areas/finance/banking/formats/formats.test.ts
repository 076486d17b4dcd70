import { describe, expect, it } from 'vitest';
import { sniff } from '../../../../core/http/uploads.ts';
import { readCamt } from './camt.ts';
import { readMt940 } from './mt940.ts';
import { readOfx } from './ofx.ts';
import { gapOf, readFor } from './read.ts';
import { type ReadStatement, Unreadable } from './statement.ts';
import { proposed, readTable } from './table.ts';

/**
 * The statements follow published examples, with their balances, amounts, marks and odd places; names and texts are ours.
 * MT940: the fixtures of wolph/mt940 (abnamro, cmxl/mt940, rabobank-iban). OFX: bank_medium of jseutter/ofxparse. camt.053:
 * test-camt053 of OCA/bank-statement-import.
 */
const short = ({ lines }: ReadStatement) =>
  lines.map(({ onDay, amount, counterparty, reference }) => [onDay, Number(amount), counterparty, reference]);

describe('MT940', () => {
  it('of a Dutch bank: amounts without cents, blocks around it, free text over several lines', () => {
    const file = [
      'ABNANL2A\n940\nABNANL2A\n:20:A BANK NV\n:25:517852257\n:28:19321/1\n:60F:C110522EUR3236,28',
      ':61:1105240524D9,N192NONREF\n:86:GIRO   428428 SOME CABLE      PAYMENT REF.  000000042188659\n5314606715                       INVOICE 20-05-2011',
      ':61:1105210523D11,59N426NONREF\n:86:BEA   NR:XXX1234   21.05.11/12.54 A SHOP',
      '\n:61:1105210523D107,N426NONREF\n:86:BEA   NR:XXX1234   21.05.11/12.04 GLASSES',
      ':62F:C110523EUR3108,69\n-\nABNANL2A\n940\nABNANL2A\n:20:A BANK NV\n:25:517852257\n:28C:19322/1\n:60M:C110523EUR3108,69',
      ':61:1105240524D9,49N426NONREF\n:86:BEA   PETS\n:62M:C110524EUR3099,20\n-\n',
    ].join('\n');
    expect(sniff(Buffer.from(file))).toBe('mt940');
    const [first, second] = readMt940(file);
    if (!first || !second) throw new Error('two statements');
    expect(first).toMatchObject({ account: '517852257', currency: 'EUR', opening: '3236.2800', closing: '3108.6900' });
    expect([gapOf(first), gapOf(second)]).toEqual(['0.00', '0.00']);
    // The entry day, not the value day.
    expect(short(first)[1]).toEqual(['2011-05-23', -11.59, '', 'BEA NR:XXX1234 21.05.11/12.54 A SHOP']);
    expect(first.lines[0]?.reference).toBe(
      'GIRO 428428 SOME CABLE PAYMENT REF. 000000042188659 5314606715 INVOICE 20-05-2011',
    );
  });

  it('of German and Polish banks: numbered parts, funds code, the bank’s own reference', () => {
    const file = [
      ':20:1234567\n:21:9876543210\n:25:10020030/1234567\n:28C:5/1\n:60F:C021101EUR2187,95',
      ':61:0211011102DR800,NSTONONREF//55555\n:86:008?00STANDING ORDER?100599?20Rent Novem\nber?3010020030?31234567?32LANDLORD?34339',
      ':61:0211021102CR3000,NTRFNONREF//55555\n:86:051?00TRANSFER?100599?20Wages Octob\ner\n?21Some\nFirm?3050060400?32EMPLOYER?34339\n:62F:C021130EUR4387,95\n-',
      ':20:TV S.A. \n:25:BPHKPLPK/320000546101 \n:28C:00084/001 \n:60F:C031002PLN40000,00 ',
      ':61:0310201020C20000,00FMSCNONREF//8327000090031789 \nCard transaction \n:86: 020?00Payout?20INFO 1 END?32STEEL WORKS?33SLOWA 67 \n:62F:C031020PLN60000,00 \n-',
    ].join('\n');
    const [german, polish] = readMt940(file);
    if (!german || !polish) throw new Error('two statements');
    expect(short(german)).toEqual([
      ['2002-11-02', -800, 'LANDLORD', 'Rent November'],
      ['2002-11-02', 3000, 'EMPLOYER', 'Wages OctoberSomeFirm'],
    ]);
    expect(german.lines.map(({ externalId }) => externalId)).toEqual(['55555', '55555']);
    expect([gapOf(german), gapOf(polish)]).toEqual(['0.00', '0.00']);
    expect(short(polish)).toEqual([['2003-10-20', 20000, 'STEEL WORKSSLOWA 67', 'INFO 1 END']]);
  });

  it('with named parts, zeros before amounts, and an entry day in the next year', () => {
    const file = [
      ':940:\n:20:940S130101\n:25:NL71RABO0123456789\n:28C:0\n:60F:C121230EUR000000001000,00',
      ':61:121231D000000000025,00N102EREF            \nNL70ABNA0987654321\n:86:/EREF/01-01-2013 12:00 0030000987654321/BENM//NAME/CONTRA ACCOUN\nT HOLDER/REMI//ISDT/2013-07-11',
      ':61:1212310102RD000000000010,00N154NONREF          \nP001234567\n:86:/BENM//NAME/JOHN DOE/REMI/Reference 201301234/ISDT/2013-01-02\n:62F:C130108EUR000000000985,00',
    ].join('\n');
    const [statement] = readMt940(file);
    if (!statement) throw new Error('one statement');
    expect(short(statement)).toEqual([
      ['2012-12-31', -25, 'CONTRA ACCOUNT HOLDER', '01-01-2013 12:00 0030000987654321 EREF'],
      // A reversed debit is money that comes back.
      ['2013-01-02', 10, 'JOHN DOE', 'Reference 201301234'],
    ]);
    expect(gapOf(statement)).toBe('0.00');
  });

  it.each([
    ['an amount of letters', ':61:1105240524DX,N192NONREF'],
    ['a day that is none', ':61:1113400524D9,00N192NONREF'],
  ])('with %s is refused, not read in part', (_what, line) => {
    expect(() => readMt940(`:20:1\n:25:1\n:60F:C110522EUR1,\n${line}\n:62F:C110523EUR1,`)).toThrow(Unreadable);
  });
});

describe('OFX', () => {
  const sgml = [
    'OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nENCODING:USASCII\nCHARSET:1252\n\n<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><LANGUAGE>ENG</SONRS></SIGNONMSGSRSV1>',
    '<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STMTRS><CURDEF>CAD<BANKACCTFROM><BANKID>160000100<ACCTID>12300 000012345678<ACCTTYPE>CHECKING</BANKACCTFROM>',
    '<BANKTRANLIST><DTSTART>20090401<DTEND>20090523122017',
    "<STMTTRN><TRNTYPE>POS<DTPOSTED>20090401122017.000[-5:EST]<TRNAMT>-6.60<FITID>0000123456782009040100001<NAME>DINER #112 &amp; CO<MEMO>POS MERCHANDISE;DINER'S</STMTTRN>",
    '<STMTTRN><TRNTYPE>CHECK<DTPOSTED>20090402122017.000[-5:EST]<TRNAMT>-316.67<FITID>0000123456782009040200004<CHECKNUM>0<NAME>HAIR<MEMO></STMTTRN>',
    '</BANKTRANLIST><LEDGERBAL><BALAMT>382.34<DTASOF>20090523122017</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>',
  ].join('\n');

  it('1, where elements have no end tags: empty ones hold nothing', () => {
    expect(sniff(Buffer.from(sgml))).toBe('ofx');
    const [statement] = readOfx(sgml);
    expect(statement).toMatchObject({
      account: '12300 000012345678',
      currency: 'CAD',
      closing: '382.3400',
      fromDay: '2009-04-01',
    });
    expect(statement && short(statement)).toEqual([
      ['2009-04-01', -6.6, 'DINER #112 & CO', "POS MERCHANDISE;DINER'S"],
      ['2009-04-02', -316.67, 'HAIR', ''],
    ]);
    expect(statement?.lines[0]?.externalId).toBe('0000123456782009040100001');
  });

  it('2 in XML, and files that close some elements and others not, say the same', () => {
    const closed = sgml.replace(/<(CURDEF|ACCTID|TRNAMT|FITID|NAME|MEMO|DTPOSTED|BALAMT)>([^<]*)/g, '<$1>$2</$1>');
    expect(readOfx(closed)).toEqual(readOfx(sgml));
    const some = sgml.replace(/<(TRNAMT|MEMO)>([^<]*)/g, '<$1>$2</$1>');
    expect(readOfx(some)).toEqual(readOfx(sgml));
    const xml = `<?xml version="1.0"?>\n<?OFX OFXHEADER="200" VERSION="211"?>\n${closed.slice(closed.indexOf('<OFX>'))}`;
    expect(sniff(Buffer.from(xml))).toBe('ofx');
    expect(readOfx(xml)).toEqual(readOfx(sgml));
  });
});

const entry = (amount: string, mark: string, more: string) =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${mark}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2014-01-05</Dt></BookgDt><ValDt><Dt>2014-01-05</Dt></ValDt>${more}</Ntry>`;
const balance = (code: string, amount: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2014-01-05</Dt></Dt></Bal>`;
const camt = (
  closing: string,
  more = '',
) => `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><GrpHdr><MsgId>X</MsgId></GrpHdr><Stmt><Id>1234Test/1</Id>
  <FrToDt><FrDtTm>2014-01-05T00:00:00.000Z</FrDtTm><ToDtTm>2014-01-05T23:59:59.999Z</ToDtTm></FrToDt><Acct><Id><IBAN>NL77ABNA0574908765</IBAN></Id></Acct>
  ${balance('OPBD', '15568.27')}${balance('CLBD', closing)}
  ${entry('754.25', 'DBIT', '<NtryDtls><TxDtls><Refs><EndToEndId>435005714488</EndToEndId></Refs><RltdPties><Cdtr><Nm>INSURANCE &amp; SONS</Nm></Cdtr></RltdPties><RmtInf><Ustrd>Policy 857239</Ustrd></RmtInf></TxDtls></NtryDtls>')}
  ${entry('664.05', 'DBIT', '<RvslInd>true</RvslInd><NtryDtls><Btch><NbOfTxs>2</NbOfTxs></Btch><TxDtls><RltdPties><Cdtr><Nm>A</Nm></Cdtr></RltdPties><RmtInf><Ustrd>Debit S14 0410</Ustrd></RmtInf></TxDtls><TxDtls><RmtInf><Ustrd>Debit S14 0411</Ustrd></RmtInf></TxDtls></NtryDtls>')}
  ${entry('1405.31', 'CRDT', '<AcctSvcrRef>2014010500708</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><Dbtr><Nm>3rd party</Nm></Dbtr></RltdPties><AddtlTxInf>CUSNO 90782</AddtlTxInf></TxDtls></NtryDtls>')}
  ${more}</Stmt></BkToCstmrStmt></Document>`;

describe('camt.053', () => {
  it('says balances, entries with their other side, and a batch as one line', () => {
    expect(sniff(Buffer.from(camt('15555.28')))).toBe('camt');
    const [statement] = readCamt(camt('15555.28'));
    if (!statement) throw new Error('one statement');
    expect(statement).toMatchObject({
      account: 'NL77ABNA0574908765',
      currency: 'EUR',
      reference: '1234Test/1',
      fromDay: '2014-01-05',
    });
    expect(short(statement)).toEqual([
      ['2014-01-05', -754.25, 'INSURANCE & SONS', 'Policy 857239 435005714488'],
      ['2014-01-05', -664.05, 'A', 'Debit S14 0410 Debit S14 0411'],
      ['2014-01-05', 1405.31, '3rd party', 'CUSNO 90782'],
    ]);
    expect(statement.lines[2]?.externalId).toBe('2014010500708');
    expect(gapOf(statement)).toBe('0.00');
  });

  it('whose closing balance does not follow, as in the published one, shows the gap', () => {
    const [statement] = readCamt(camt('15121.12'));
    expect(statement && gapOf(statement)).toBe('434.16');
  });

  it('of version 8: the status and the party have a level more; what is only pending is left out', () => {
    const newer = camt('15555.28', entry('9.00', 'DBIT', '').replace('<Sts>BOOK</Sts>', '<Sts><Cd>PDNG</Cd></Sts>'))
      .replace('001.02', '001.08')
      .replaceAll('<Sts>BOOK</Sts>', '<Sts><Cd>BOOK</Cd></Sts>')
      .replace('<Dbtr><Nm>3rd party</Nm></Dbtr>', '<Dbtr><Pty><Nm>3rd party</Nm></Pty></Dbtr>');
    expect(readCamt(newer)).toEqual(readCamt(camt('15555.28')));
  });

  it('with a document type is refused', () => {
    expect(() => readCamt(`<!DOCTYPE x [<!ENTITY a "b">]>${camt('1')}`)).toThrow(Unreadable);
  });
});

describe('tables', () => {
  const read = (rows: string[][]) => {
    const { mapping } = proposed(rows, null);
    return { mapping, ...readTable(rows, mapping) };
  };

  it('of a Chinese bank: two columns of money, newest first, sums below', () => {
    const { statement, problems } = read([
      ['账户明细', '', '', '', '', ''],
      ['交易日期', '收入金额', '支出金额', '余额', '对方户名', '摘要'],
      ['2026-11-03', '', '1,200.00', '8,800.00', '深圳供应商', '货款'],
      ['2026-11-02', '5,000.00', '', '10,000.00', 'PINGPONG', '提现'],
      ['', '5,000.00', '1,200.00', '', '', ''],
    ]);
    expect(problems).toEqual([]);
    expect(short(statement)).toEqual([
      ['2026-11-03', -1200, '深圳供应商', '货款'],
      ['2026-11-02', 5000, 'PINGPONG', '提现'],
    ]);
    expect([statement.opening, statement.closing, gapOf(statement)]).toEqual(['5000.0000', '8800.0000', '0.00']);
  });

  it('of a European bank: days and decimal commas; a gap in the balances is seen', () => {
    const { mapping, statement } = read([
      ['Booking date', 'Amount', 'Balance', 'Description'],
      ['01.11.2026', '-1.234,50', '765,50', 'A'],
      ['13.11.2026', '100,00', '900,00', 'B'],
    ]);
    expect(mapping).toMatchObject({ dayOrder: 'dmy', decimalComma: true });
    expect(short(statement).map(([day, amount]) => [day, amount])).toEqual([
      ['2026-11-01', -1234.5],
      ['2026-11-13', 100],
    ]);
    expect(gapOf(statement)).toBe('-34.50');
  });

  it('of the United States, and a row that cannot be read', () => {
    const { statement, problems } = read([
      ['Date', 'Description', 'Amount'],
      ['11/26/2026', 'AMAZON', '$1,000.00'],
      ['11/31/2026', 'NO SUCH DAY', '(3.00)'],
      ['11/27/2026', 'FEE', '(3.00)'],
    ]);
    expect(short(statement)).toEqual([
      ['2026-11-26', 1000, '', 'AMAZON'],
      ['2026-11-27', -3, '', 'FEE'],
    ]);
    expect(problems.map(({ line }) => line)).toEqual([3]);
  });
});

it('takes the lines of the account’s number and currency, and counts the others', async () => {
  const of = (account: string, currency: string) =>
    `:20:1\n:25:${account}\n:28C:1\n:60F:C260101${currency}0,\n:61:260102C5,NTRFNONREF\n:86:X\n:62F:C260102${currency}5,\n`;
  const file = Buffer.from(`${of('1111/22334455', 'EUR')}${of('1111/99887766', 'EUR')}${of('1111/22334455', 'USD')}`);
  const read = await readFor(file, { currency: 'EUR', tail: '4455' }, null);
  expect([read.source, read.statement.lines.length, read.others]).toEqual(['mt940', 1, 2]);
  await expect(readFor(file, { currency: 'EUR', tail: '' }, null)).rejects.toMatchObject({
    code: 'finance.bank.whichAccount',
  });
  expect((await readFor(file, { currency: 'USD', tail: '' }, null)).statement.lines).toHaveLength(1);
});
