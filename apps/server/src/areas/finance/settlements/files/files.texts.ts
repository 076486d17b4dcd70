import { defineTexts } from '../../../../core/text/texts.ts';

defineTexts({
  'finance.fileArchive': ['压缩包里只能有一个 .csv、.txt 或 .edi 文件', 'An archive must hold exactly one .csv, .txt or .edi file'],
  'finance.fileUnread': ['无法读取该结算文件：{reason}', 'This settlement file cannot be read. {reason}'],
  'finance.fileTaken': ['该文件已导入过：{name}', 'This file has already been imported: {name}'],
  'finance.fileReadOtherwise': ['同一期间的文件 {name} 使用了不同的列对应关系，重复的行会再记一次账。请核对列，确认无重复后再导入', 'File {name} of the same days was read by other columns, so rows in both would be booked twice. Check the columns, or confirm that no row is in both'],
  'finance.fileContradicts': ['文件中的行与已记账的行金额不同：{line}。请检查小数点和列的正负号', 'A row has another amount than the one that is booked: {line}. Check the decimal sign and the signs of the columns'],
  'finance.fileGone': ['找不到该结算文件', 'This settlement file was not found'],
  'finance.fileNoGap': ['{name} 没有需要确认的差额', '{name} has no gap to confirm'],
  'finance.fileNoWitness': ['该文件已直接记账，没有可对比的平台数据', 'This file is booked itself; the platform lists nothing to compare it with'],
});
