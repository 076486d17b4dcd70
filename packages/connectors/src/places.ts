/** Some platforms write countries and the states of the United States out; carriers want their codes. */
const STATES = new Map(
  (
    'Alabama AL,Alaska AK,Arizona AZ,Arkansas AR,California CA,Colorado CO,Connecticut CT,Delaware DE,' +
    'District of Columbia DC,Florida FL,Georgia GA,Hawaii HI,Idaho ID,Illinois IL,Indiana IN,Iowa IA,Kansas KS,' +
    'Kentucky KY,Louisiana LA,Maine ME,Maryland MD,Massachusetts MA,Michigan MI,Minnesota MN,Mississippi MS,' +
    'Missouri MO,Montana MT,Nebraska NE,Nevada NV,New Hampshire NH,New Jersey NJ,New Mexico NM,New York NY,' +
    'North Carolina NC,North Dakota ND,Ohio OH,Oklahoma OK,Oregon OR,Pennsylvania PA,Puerto Rico PR,Rhode Island RI,' +
    'South Carolina SC,South Dakota SD,Tennessee TN,Texas TX,Utah UT,Vermont VT,Virginia VA,Washington WA,' +
    'West Virginia WV,Wisconsin WI,Wyoming WY'
  )
    .split(',')
    .map((one): [string, string] => [one.slice(0, -3).toLowerCase(), one.slice(-2)]),
);

/** The state as carriers want it: its code in the United States, elsewhere the name as it was told. */
export function stateCode(country: string, state: string): string {
  return (country === 'US' ? STATES.get(state.toLowerCase()) : undefined) ?? state;
}

/** ISO 3166-1: each country's code of three letters, then that of two. */
const CODES =
  'ABWAW AFGAF AGOAO AIAAI ALAAX ALBAL ANDAD AREAE ARGAR ARMAM ASMAS ATAAQ ATFTF ATGAG AUSAU AUTAT AZEAZ BDIBI ' +
  'BELBE BENBJ BESBQ BFABF BGDBD BGRBG BHRBH BHSBS BIHBA BLMBL BLRBY BLZBZ BMUBM BOLBO BRABR BRBBB BRNBN BTNBT ' +
  'BVTBV BWABW CAFCF CANCA CCKCC CHECH CHLCL CHNCN CIVCI CMRCM CODCD COGCG COKCK COLCO COMKM CPVCV CRICR CUBCU ' +
  'CUWCW CXRCX CYMKY CYPCY CZECZ DEUDE DJIDJ DMADM DNKDK DOMDO DZADZ ECUEC EGYEG ERIER ESHEH ESPES ESTEE ETHET ' +
  'FINFI FJIFJ FLKFK FRAFR FROFO FSMFM GABGA GBRGB GEOGE GGYGG GHAGH GIBGI GINGN GLPGP GMBGM GNBGW GNQGQ GRCGR ' +
  'GRDGD GRLGL GTMGT GUFGF GUMGU GUYGY HKGHK HMDHM HNDHN HRVHR HTIHT HUNHU IDNID IMNIM INDIN IOTIO IRLIE IRNIR ' +
  'IRQIQ ISLIS ISRIL ITAIT JAMJM JEYJE JORJO JPNJP KAZKZ KENKE KGZKG KHMKH KIRKI KNAKN KORKR KWTKW LAOLA LBNLB ' +
  'LBRLR LBYLY LCALC LIELI LKALK LSOLS LTULT LUXLU LVALV MACMO MAFMF MARMA MCOMC MDAMD MDGMG MDVMV MEXMX MHLMH ' +
  'MKDMK MLIML MLTMT MMRMM MNEME MNGMN MNPMP MOZMZ MRTMR MSRMS MTQMQ MUSMU MWIMW MYSMY MYTYT NAMNA NCLNC NERNE ' +
  'NFKNF NGANG NICNI NIUNU NLDNL NORNO NPLNP NRUNR NZLNZ OMNOM PAKPK PANPA PCNPN PERPE PHLPH PLWPW PNGPG POLPL ' +
  'PRIPR PRKKP PRTPT PRYPY PSEPS PYFPF QATQA REURE ROURO RUSRU RWARW SAUSA SDNSD SENSN SGPSG SGSGS SHNSH SJMSJ ' +
  'SLBSB SLESL SLVSV SMRSM SOMSO SPMPM SRBRS SSDSS STPST SURSR SVKSK SVNSI SWESE SWZSZ SXMSX SYCSC SYRSY TCATC ' +
  'TCDTD TGOTG THATH TJKTJ TKLTK TKMTM TLSTL TONTO TTOTT TUNTN TURTR TUVTV TWNTW TZATZ UGAUG UKRUA UMIUM URYUY ' +
  'USAUS UZBUZ VATVA VCTVC VENVE VGBVG VIRVI VNMVN VUTVU WLFWF WSMWS YEMYE ZAFZA ZMBZM ZWEZW';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
let countries: Map<string, string> | undefined;

function allCountries(): Map<string, string> {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const found = new Map([
    ['united states of america', 'US'],
    ['uk', 'GB'],
    ['great britain', 'GB'],
    ['czech republic', 'CZ'],
    ['korea', 'KR'],
    ['turkey', 'TR'],
    ['hong kong', 'HK'],
    ['macao', 'MO'],
    ['macau', 'MO'],
  ]);
  for (const first of LETTERS)
    for (const second of LETTERS) {
      const code = first + second;
      const name = names.of(code)?.toLowerCase();
      // Codes of countries that are no more stand for others: DD is named Germany, too.
      const inUse = code !== 'ZZ' && new Intl.Locale(`und-${code}`).region === code;
      if (name && inUse && !found.has(name)) found.set(name, code);
    }
  for (const both of CODES.split(' ')) found.set(both.slice(0, 3).toLowerCase(), both.slice(3));
  return found;
}

/** ISO 3166-1 alpha-2 of a country told by one of its codes or its English name; undefined when it is neither. */
export function countryCode(answered: string | undefined): string | undefined {
  const text = answered?.trim() ?? '';
  if (/^[A-Za-z]{2}$/.test(text) && text.toLowerCase() !== 'uk') return text.toUpperCase();
  countries ??= allCountries();
  return countries.get(text.toLowerCase());
}

/** The code where the country is known, otherwise what stands there: a person then completes the address. */
export const countryOrText = (answered: string | undefined): string => countryCode(answered) ?? answered?.trim() ?? '';

/** The code of three letters for one of two; undefined where there is no such country. */
export const threeLetters = (code: string): string | undefined =>
  CODES.split(' ')
    .find((one) => one.slice(3) === code.toUpperCase())
    ?.slice(0, 3);
