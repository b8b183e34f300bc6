import json
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

url, token, body = sys.argv[1:]
plant = json.loads(body)
request = Request(
    url,
    data=json.dumps(plant).encode(),
    headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
)
try:
    response = urlopen(request)
except HTTPError as error:
    response = error
print(response.status)
print(response.read().decode())
