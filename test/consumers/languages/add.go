package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
)

func main() {
	var plant struct {
		Id   any     `json:"id"`
		Name *string `json:"name,omitempty"`
	}
	decoder := json.NewDecoder(bytes.NewBufferString(os.Args[3]))
	decoder.UseNumber()
	decoder.Decode(&plant)
	body, _ := json.Marshal(plant)
	request, _ := http.NewRequest("POST", os.Args[1], bytes.NewReader(body))
	request.Header.Set("Authorization", "Bearer "+os.Args[2])
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	text, _ := io.ReadAll(response.Body)
	fmt.Println(response.StatusCode)
	fmt.Println(string(text))
}
