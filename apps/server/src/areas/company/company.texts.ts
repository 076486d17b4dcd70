import { defineTexts } from '../../core/text/texts.ts';

defineTexts({
  'company.notValidated': ['公司尚未验证，请打开验证邮件中的链接；没有收到可以重新发送', 'This company is not verified yet. Open the link in the verification email, or have it sent again'],
  'company.timeZone': ['时区 {timeZone} 不存在', 'Time zone {timeZone} does not exist'],
  'company.noProvince': ['找不到省份“{province}”，请从列表中选择', 'Province {province} not found. Choose one from the list'],
  'company.noCity': ['所选省份中找不到城市“{city}”，请从列表中选择', 'City {city} not found in this province. Choose one from the list'],
  'company.sampleName': ['示例公司', 'Sample company'],
  'company.sampleMainOnly': ['只有主账号可以创建和删除示例公司', 'Only main accounts can make or remove the sample company'],
  'company.limit.users': ['套餐 {plan} 最多 {limit} 个启用的账号，现在已有 {has} 个；请停用账号或升级套餐', 'Plan {plan} includes {limit} active users and you have {has}. Disable a user or upgrade your plan'],
  'company.limit.shops': ['套餐 {plan} 最多 {limit} 个店铺，现在已有 {has} 个；请停用店铺或升级套餐', 'Plan {plan} includes {limit} shops and you have {has}. Disable a shop or upgrade your plan'],
  'company.planOver': ['套餐 {plan} 已到期，续费后才能新增账号和店铺；已有数据仍可查看', 'Plan {plan} has expired. Renew it to add users or shops; you can still view your data'],
  'company.planForever': ['当前套餐长期有效，无需续费', 'Your plan does not expire, so there is nothing to renew'],
  'company.noPlan': ['套餐不存在', 'This plan does not exist'],
  'company.noBill': ['账单不存在', 'This bill does not exist'],
  'company.billNotOpen': ['账单 {number} 已不能支付', 'Bill {number} can no longer be paid'],
  'company.paymentAway': ['暂时无法连接支付宝，请稍后再试；已支付的款项不会丢失', 'Could not reach Alipay. Try again later; payments already made are not lost'],
  'company.noPayment': ['本系统没有开通在线支付', 'Online payment is not enabled on this system'],
  'company.changeDecided': ['该申请已处理，请刷新', 'This request has already been decided. Reload the page'],
  'company.noChange': ['申请不存在', 'This request does not exist'],
  'company.remarkNeeded': ['请填写驳回原因', 'Enter the reason for the rejection'],
  'company.noLogo': ['还没有公司标志', 'No logo yet'],
  'company.noLicence': ['还没有营业执照', 'No business license yet'],
  'company.logoBroken': ['图片已损坏', 'The image is damaged'],
  'company.logoSize': ['公司标志必须是 {width}×{height} 像素，这张是 {isWidth}×{isHeight}', 'The logo must be {width} × {height} pixels; this one is {isWidth} × {isHeight}'],
  'company.archiveMainOnly': ['只有主账号可以导出公司全部数据', 'Only main accounts can export all data of the company'],
  'company.archiveName': ['公司数据', 'Company data'],
  'company.noArchive': ['该文件尚未生成、已过期，或链接已使用，请重新获取', 'The file is not ready, has expired, or the link was used. Get a new link'],
  'company.archiveReadme': [
    `# 公司数据导出包

本文件包含一家公司在导出时刻的全部数据，均为开放格式。

- manifest.json：格式版本、数据库结构版本（schema）、导出时间、公司，以及每个部分的行数、字节数和 SHA-256。
- tables/表名.jsonl：每行是一个 JSON 对象，即表中的一行；列名与数据库一致。金额和数量是十进制数，时间为 UTC（ISO 8601）。较大的表分成多个部分：表名.2.jsonl 等。
- files/：图片、面单、附件等文件；表中的文件键为“公司编号/文件路径”。files.jsonl 列出每个文件的字节数和 SHA-256。
- jobs.jsonl：尚未完成的后台任务。

不包含：平台、承运商、海外仓的授权，供应商银行账户，密码，登录会话，链接，以及可以重新生成的导出文件。恢复后需重新授权，用户通过邮件设置新密码。

恢复：npm run company -- import 文件`,
    `# Archive of a company

This archive holds all data of one company at the moment of the export, in open formats.

- manifest.json: version of the format, version of the database schema, time of the export, the company, and rows, bytes and SHA-256 of every part.
- tables/TABLE.jsonl: one JSON object a line is one row; names of columns as in the database. Amounts and quantities are decimal numbers, times are UTC (ISO 8601). A large table has several parts: TABLE.2.jsonl and so on.
- files/: pictures, labels, attachments. A key in a table is "company number/path of the file". files.jsonl lists bytes and SHA-256 of each file.
- jobs.jsonl: background work that is not done yet.

Not included: authorizations of platforms, carriers and warehouses, bank details of suppliers, passwords, sessions, links, and export files that can be made again. After a restore, authorize again; users set a new password by mail.

Restore: npm run company -- import FILE`,
  ],
});
