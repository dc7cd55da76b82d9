import { FEEDBACK, pdfQuery } from './snippet.ts';
import type { SnippetContext, SnippetLanguage } from './snippet.ts';

const head = ({ baseUrl }: SnippetContext, comment: string, json: boolean): string => `# ${comment}
${json ? "require 'json'\n" : ''}require 'net/http'

BASE_URL = '${baseUrl}'

def send_to_host(request)
  uri = request.uri
  Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == 'https', read_timeout: 150) do |http|
    http.request(request)
  end
end

def call(request)
  request['Authorization'] = "ApiKey #{ENV.fetch('TEARLINE_API_KEY')}"
  answer = send_to_host(request)
  # A large result is a redirect to storage, which refuses the key.
  answer = send_to_host(Net::HTTP::Get.new(URI(answer['Location']))) if answer.is_a?(Net::HTTPRedirection)
  raise answer.body unless answer.is_a?(Net::HTTPSuccess)

  answer
end
`;

const send = (path: string): string => `request = Net::HTTP::Post.new(URI(BASE_URL + '${path}'))
file = File.open('document.pdf', 'rb')
request.set_form([['file', file, { filename: 'document.pdf', content_type: 'application/pdf' }]], 'multipart/form-data')`;

export const ruby: SnippetLanguage = {
  extension: 'rb',
  command: 'ruby',
  programs: (context) => ({
    process: `${head(context, 'Splits document.pdf and prints its sub-documents.', true)}
${send(`/processing/${context.workflowKey}?include=document-splitting`)}
answer = call(request)
# 202: the document is still being processed. Ask again.
result_uri = URI("#{BASE_URL}#{answer['Location']}?include=document-splitting&wait_for=20")
answer = call(Net::HTTP::Get.new(result_uri)) while answer.code == '202'
result = JSON.parse(answer.body)
puts result['processing_id']
result['document_splitting']['sub_documents'].each { |document| puts "#{document['name']} #{document['pages']}" }
`,
    poll: `${head(context, 'Sends document.pdf without waiting, asks until it is processed, and prints the result.', false)}
${send(`/processing/${context.workflowKey}`)}
request['Prefer'] = 'respond-async'
answer = call(request)
location = answer['Location']
answer = call(Net::HTTP::Get.new(URI("#{BASE_URL}#{location}?wait_for=20"))) while answer.code == '202'
puts answer.body
`,
    sub_pdfs: `${head(context, 'Downloads the PDF of each sub-document. Argument: the processing_id.', true)}
list = call(Net::HTTP::Get.new(URI("#{BASE_URL}/processing/results/#{ARGV[0]}/split-pdfs")))
JSON.parse(list.body).each_with_index do |path, index|
  File.binwrite("document-#{index}.pdf", call(Net::HTTP::Get.new(URI(BASE_URL + path${pdfQuery(context.cropping, " + '", "'")}))).body)
  puts "document-#{index}.pdf"
end
`,
    feedback: `${head(context, 'Adds a document of three pages to the training data, with the split that was expected. Argument: the processing_id.', false)}
request = Net::HTTP::Post.new(URI("#{BASE_URL}/processing/feedback/#{ARGV[0]}"))
request['Content-Type'] = 'application/json'
request.body = '${FEEDBACK}'
puts call(request).body
`,
    verification: `${head(context, 'Marks a splitting as verified, unless somebody else has changed it since it was read. Argument: the processing_id.', false)}
uri = URI("#{BASE_URL}/processing/results/#{ARGV[0]}/document-splitting/verification")
read = call(Net::HTTP::Get.new(uri))
request = Net::HTTP::Post.new(uri)
request['If-Match'] = read['ETag']
puts call(request).body
`,
  }),
};
